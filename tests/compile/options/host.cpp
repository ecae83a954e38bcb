// Kernels of programs for AArch64: for both targets, that system's headers and types count.
// REQUIRES: /usr/aarch64-linux-gnu/include/stdio.h
// RUN: %kcc --host=aarch64-linux-gnu --emit=ptx %s -o - | %check --check-prefix=PTX
// RUN: %kcc --host=aarch64-linux-gnu --emit=llvm-ir --target=cpu %s -o - | %check --check-prefix=CPU
// RUN: %kcc --host=aarch64-linux-gnu --emit=manifest %s -o - | %check --check-prefix=MANIFEST
// RUN: %kcc --host=aarch64-linux-gnu --emit=obj,so %s -o %T/ && aarch64-linux-gnu-nm -D %T/host.so | grep -q kcc_module
// RUN: %kcc --emit=obj -DHERE %s -o %T/here.o && %kcc --host=x86_64-linux-gnu --emit=obj -DHERE %s -o %T/named.o
#include <kcc/device.h>

#include <cstdio>

#ifndef HERE
static_assert(static_cast<char>(-1) > 0 && sizeof(long double) == 16);
#if !defined(__aarch64__) || defined(__x86_64__)
#error "these are another machine's macros"
#endif
#endif

struct Color {
  unsigned char red, green, blue;
};

[[kcc::kernel]] void fill(std::span<int> values, Color color) {
  values[kcc::thread_idx().x] = color.blue;
}

// PTX: .visible .entry _Z4fill
// CPU: target triple = "aarch64-
// Three bytes come in a register of eight: no more is read of the parameter.
// CPU: define{{.*}} void @kcc.thread._Z4fill
// CPU: load i24
// CPU: define{{.*}} void @kcc.block.neon._Z4fill
// MANIFEST: "signature":"struct(Color:3:1)","size":3
