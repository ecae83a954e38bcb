// Atomic operations on 8 bytes of shared memory for Vulkan, where that is an array of words.
#ifndef KCC_TARGETS_SPIRV_LOCKEDATOMICS_H
#define KCC_TARGETS_SPIRV_LOCKEDATOMICS_H

namespace llvm {
class Module;
} // namespace llvm

namespace kcc::compiler {

/// The functions of the block's lock, behind OwnPrefix: one tries to take it and returns whether it has, one
/// releases it, and the last one waits for all threads after the lock has its first value.
inline constexpr char LockName[] = "try_lock", UnlockName[] = "unlock",
                      InitializeLockName[] = "initialize_lock";

/// Makes these operations ordinary ones by a thread that holds the lock, which kernels initialize at their
/// beginning. Pointers in \p M have their address spaces.
void lockWideAtomics(llvm::Module &M);

} // namespace kcc::compiler

#endif
