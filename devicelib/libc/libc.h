// Common parts of the sources in this folder: see ../../compiler/lowering/LibcFunctions.def.
#ifndef KCC_DEVICELIB_LIBC_H
#define KCC_DEVICELIB_LIBC_H

#include <cstddef>
#include <cstdint>

/// A function of that list. Its name is not C's own, or the optimizer would turn its loop into a call of
/// itself.
#define KCC_LIBC extern "C"

#endif
