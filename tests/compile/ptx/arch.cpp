// kcc::arch selects code by `if constexpr`; the preprocessor has a macro with the same value.
// RUN: %kcc %s --arch=sm_75 -o %T/old.ptx && %check --check-prefix=OLD < %T/old.ptx
// RUN: %kcc %s --arch=sm_90a -o %T/new.ptx && %check --check-prefix=NEW < %T/new.ptx
// RUN: %kcc %s --target=cpu --emit=llvm-ir -o - | %check --check-prefix=CPU
#include <kcc/device.h>

static_assert(kcc::arch == __KCC_ARCH__);

[[kcc::kernel("which")]] void which(int *result) {
  if constexpr (kcc::arch >= 80)
    *result = 1000 + kcc::arch;
  else
    *result = 2000 + kcc::arch;
}

// OLD: 2075;
// NEW: 1090;
// CPU: store i32 2000
