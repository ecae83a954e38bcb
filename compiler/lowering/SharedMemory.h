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

/// Makes local copies of the constants that hold the address of one of \p Variables, as clang makes one of
/// `const Tile tile{storage}`: shared memory has another address in every block, so no constant can hold it.
void expandConstantsWithAddressesOf(llvm::ArrayRef<llvm::GlobalVariable *> Variables);

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
