// What the code is compiled for, to choose by `if constexpr` and without the preprocessor.
#ifndef KCC_DEVICE_ARCH_H
#define KCC_DEVICE_ARCH_H

// kcc defines it. Where it does not compile, the code is the host's.
#ifndef __KCC_ARCH__
#define __KCC_ARCH__ 0
#endif

namespace kcc {

/// The GPU architecture that the code is compiled for: 80 for sm_80, 90 for sm_90 and sm_90a. 0 on the CPU
/// device, and in code of the host. The macro __KCC_ARCH__ is the same number.
///
///     if constexpr (kcc::arch >= 80) …
///
/// The branch that is not taken has to parse, and is nothing that a kernel reaches.
inline constexpr int arch = __KCC_ARCH__;

} // namespace kcc

#endif
