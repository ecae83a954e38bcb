// Where shared variables lie in a block's shared memory, and how much each kernel needs.
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

/// The constants whose initializers hold the address of one of \p Variables, directly or by way of another
/// constant, such as `constexpr std::span<int> view{tile}`. Shared memory has another address in each block,
/// so no target can initialize them.
llvm::SmallVector<llvm::GlobalVariable *, 4>
holdersOfAddresses(llvm::ArrayRef<llvm::GlobalVariable *> Variables);

/// Gives each function a local copy of those of \p Holders that are only read, and returns the others: their
/// addresses may outlive a function, so they have to move to shared memory.
llvm::SmallVector<llvm::GlobalVariable *, 4>
copyHoldersThatAreRead(llvm::ArrayRef<llvm::GlobalVariable *> Holders);

/// Replaces the constants \p Holders by shared variables in address space \p Space, to which all threads
/// write the same values at the start of each of \p Kernels that reaches them. Returns the variables.
llvm::SmallVector<llvm::GlobalVariable *, 4>
moveToSharedMemory(llvm::ArrayRef<llvm::GlobalVariable *> Holders, llvm::ArrayRef<llvm::Function *> Kernels,
                   unsigned Space);

struct SharedLayout {
  /// Bytes from the start of the block's shared memory.
  llvm::DenseMap<const llvm::GlobalVariable *, std::uint64_t> Offsets;
  /// Bytes that each kernel needs, as many as there were kernels.
  llvm::SmallVector<std::uint64_t, 4> KernelBytes;
};

/// Lays out \p Variables so that those which one kernel reaches do not overlap; variables of different
/// kernels may.
SharedLayout layOutSharedMemory(llvm::ArrayRef<llvm::Function *> Kernels,
                                llvm::ArrayRef<llvm::GlobalVariable *> Variables);

} // namespace kcc::compiler

#endif
