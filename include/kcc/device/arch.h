// The architecture that the code is compiled for, for `if constexpr` instead of the preprocessor.
#ifndef KCC_DEVICE_ARCH_H
#define KCC_DEVICE_ARCH_H

// kcc defines the macro. Other compilers generate host code.
#ifndef __KCC_ARCH__
#define __KCC_ARCH__ 0
#endif

namespace kcc {

/// The GPU architecture that the code is compiled for: 80 for sm_80, 90 for sm_90 and sm_90a. 0 on the CPU
/// device and in host code. The macro __KCC_ARCH__ has the same value.
///
///     if constexpr (kcc::arch >= 80) …
///
/// The discarded branch must parse, but no kernel reaches it.
inline constexpr int arch = __KCC_ARCH__;

} // namespace kcc

#endif
