// The back end calls functions of the C library by name. In the host's object, such a call must not reach a kernel,
// function or variable of the source with the same name.
// RUN: %kcc -O0 --emit=obj %s -o %t.o && nm %t.o | %check
// RUN: %kcc --emit=obj %s -o %t.3.o && nm %t.3.o | %check
#include <kcc/device.h>

#include <cstring>

[[kcc::kernel("memcpy")]] void first(std::span<float> out) { out[0] = 5; }
[[kcc::kernel("floorf")]] void second(std::span<float> out) { out[0] = 6; }
float rintf[4] = {1, 2};

[[kcc::kernel]] void caller(std::span<float> out, std::span<const float> in, std::uint32_t bytes) {
  std::memcpy(out.data(), in.data(), bytes);
  out[1] = __builtin_floorf(in[1]) + __builtin_rintf(in[2] + rintf[bytes & 1]);
}

// CHECK-DAG: U floorf
// CHECK-DAG: U memcpy
// CHECK-DAG: U rintf
