// Pointers in SPIR-V, which has no memory that all of them lead to.
//
// Global memory has addresses, shared and local memory have offsets. A generic pointer to these carries a tag
// in its upper half, which no address of a device has; an access through a generic pointer that may have one
// becomes three.
#ifndef KCC_TARGETS_SPIRV_POINTERS_H
#define KCC_TARGETS_SPIRV_POINTERS_H

#include <cstdint>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace kcc::compiler {

/// The upper halves of generic pointers to shared and to local memory.
inline constexpr std::uint64_t SharedTag = 0x7fff0003, LocalTag = 0x7fff0005;

/// The address at which shared and local memory begin, so that no object is at that of null pointers.
inline constexpr std::uint32_t FirstAddress = 0x10000;

/// Gives variables, local variables and kernels' parameters their address spaces, and infers those of
/// pointers. Afterwards an access through a generic pointer is one of global memory. The kernels read their
/// parameters as Parameters.h says; with \p PushParameters they may be passed with the launch.
void resolvePointers(llvm::Module &M, llvm::TargetMachine &Machine, bool PushParameters);

} // namespace kcc::compiler

#endif
