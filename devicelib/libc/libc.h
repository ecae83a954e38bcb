// What the sources of this folder share: see ../../compiler/lowering/LibcFunctions.def.
#ifndef KCC_DEVICELIB_LIBC_H
#define KCC_DEVICELIB_LIBC_H

#include <cstddef>
#include <cstdint>

/// A function of the list there. Its name is not C's own, or the optimiser would make a call of itself of its
/// loop.
#define KCC_LIBC extern "C"

#endif
