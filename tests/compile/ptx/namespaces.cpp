// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
// RUN: %kcc --emit=manifest %s -o - | %check --check-prefix=NAMES
#include <kcc/device.h>

namespace image {
namespace filter {
[[kcc::kernel]] void blur(std::span<float> values) { values[0] /= 9; }
}
inline namespace v1 {
[[kcc::kernel]] void sharpen(std::span<float> values) { values[0] *= 9; }
}
}

extern "C" [[kcc::kernel]] void plain(float *values) { *values = 1; }
[[kcc::kernel("chosen_name")]] void renamed(float *values) { *values = 2; }
namespace image {
[[kcc::kernel("$other")]] void renamed(float *values) { *values = 3; }
}

// CHECK: .visible .entry _ZN5image6filter4blurESt4spanIfLm18446744073709551615EE(
// CHECK: .visible .entry _ZN5image2v17sharpenESt4spanIfLm18446744073709551615EE(
// CHECK: .visible .entry plain(
// CHECK: .visible .entry chosen_name(
// CHECK: .visible .entry $other(

// NAMES: "name":"image::filter::blur"
// NAMES: "name":"image::sharpen"
// NAMES: "name":"plain","entry":"plain"
// NAMES: "name":"renamed","entry":"chosen_name"
// NAMES: "name":"image::renamed","entry":"$other"
