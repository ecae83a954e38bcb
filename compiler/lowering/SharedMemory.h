// The layout of shared variables in a block's shared memory, and how much each kernel needs.
#ifndef KCC_LOWERING_SHAREDMEMORY_H
#define KCC_LOWERING_SHAREDMEMORY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include <cstdint>

namespace llvm {
class Function;
class GlobalVariable;
} // namespace llvm

namespace kcc::compiler {

/// The constants whose initializers hold the address of one of \p Variables, directly or through another
/// constant, such as `constexpr std::span<int> view{tile}`. Shared memory has a different address in each
/// block, so no target can initialize them statically.
llvm::SmallVector<llvm::GlobalVariable *, 4>
holdersOfAddresses(llvm::ArrayRef<llvm::GlobalVariable *> Variables);

/// Gives each function a local copy of those \p Holders that are only read, and returns the others: their
/// addresses may outlive a function, so they must move to shared memory.
llvm::SmallVector<llvm::GlobalVariable *, 4>
copyHoldersThatAreRead(llvm::ArrayRef<llvm::GlobalVariable *> Holders);

/// Replaces the constants \p Holders with shared variables in address space \p Space. All threads write the
/// same values to them at the start of each of \p Kernels that reaches them. Returns the variables.
llvm::SmallVector<llvm::GlobalVariable *, 4>
moveToSharedMemory(llvm::ArrayRef<llvm::GlobalVariable *> Holders, llvm::ArrayRef<llvm::Function *> Kernels,
                   unsigned Space);

struct SharedLayout {
  /// Offsets in bytes from the start of the block's shared memory.
  llvm::DenseMap<const llvm::GlobalVariable *, std::uint64_t> Offsets;
  /// The number of bytes that each kernel needs, one entry per kernel: a multiple of the alignment of any
  /// variable that is aligned to more than 128 bytes.
  llvm::SmallVector<std::uint64_t, 4> KernelBytes;
};

/// Lays out \p Variables such that variables reached by the same kernel do not overlap; variables of
/// different kernels may.
SharedLayout layOutSharedMemory(llvm::ArrayRef<llvm::Function *> Kernels,
                                llvm::ArrayRef<llvm::GlobalVariable *> Variables);

} // namespace kcc::compiler

#endif
