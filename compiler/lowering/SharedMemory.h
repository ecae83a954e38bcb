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
