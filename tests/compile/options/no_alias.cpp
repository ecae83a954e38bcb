// [[kcc::no_alias]] in what kcc writes besides code.
// RUN: %kcc --emit=manifest,header,llvm-ir --target cpu %s -o %T/
// RUN: %check --check-prefix=MANIFEST < %T/no_alias.json
// RUN: %check --check-prefix=HEADER < %T/no_alias.kernels.h
// RUN: %check --check-prefix=CPU < %T/no_alias.ll
#include <kcc/device.h>

struct Field {
  int columns;
  std::span<double, 4> corner;
};

[[kcc::kernel("scale"), kcc::no_alias]] void scale(std::span<float> values, std::span<const float> by, Field,
                                                   float *__restrict__) {
  for (float &value : values)
    value *= by[0];
}
[[kcc::kernel("without"), kcc::no_alias]] void without(int) {}
[[kcc::kernel("plain")]] void plain(std::span<float>) {}

// MANIFEST: {"name":"scale","entry":"scale"
// MANIFEST-SAME: "no_alias":[{"name":"values","parameter":0,"offset":0,"element_size":4,"read_only":false},
// MANIFEST-SAME: {"name":"by","parameter":1,"offset":0,"element_size":4,"read_only":true},
// MANIFEST-SAME: {"name":"parameter 3.corner","parameter":2,"offset":8,"element_size":8,"extent":4,"read_only":false}]}
// MANIFEST-SAME: {"name":"without","entry":"without"
// MANIFEST-SAME: "no_alias":[]}
// MANIFEST-SAME: {"name":"plain"
// MANIFEST-NOT: no_alias
// MANIFEST-SAME: }

// HEADER: /// [{{\[}}kcc::no_alias]] scale(std::span<float> values, std::span<const float> by, Field, float *)
// HEADER-NEXT: inline constexpr ::kcc::Kernel<
// HEADER: /// plain(std::span<float>)

// The CPU device's code uses it too: the loop is vectorized without a test for overlap, and loads by[0] once.
// CPU-LABEL: define void @kcc.thread.scale(
// CPU-NOT: icmp ult ptr
// CPU-COUNT-1: load float
// CPU-NOT: load float
// CPU-COUNT-2: load <4 x float>
// CPU-NOT: load
// CPU: br i1
