// The alignment of accesses to shared arrays.
#ifndef KCC_TARGETS_NVPTX_SHAREDALIGNMENT_H
#define KCC_TARGETS_NVPTX_SHAREDALIGNMENT_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>

namespace llvm {
class Function;
class GlobalVariable;
class Module;
} // namespace llvm

namespace kcc::compiler {

/// Aligns shared arrays to 16 bytes, the largest access that there is, unless one of \p Kernels would then
/// exceed \p MaxBytes for its padding.
void alignSharedArrays(llvm::ArrayRef<llvm::Function *> Kernels,
                       llvm::ArrayRef<llvm::GlobalVariable *> Variables, std::uint64_t MaxBytes);

/// Gives accesses to shared arrays the alignment that follows from their indices, so that LLVM joins `x[2 *
/// i]` and `x[2 * i + 1]` to one access of twice the size. On an H200, this takes 10 % from the time of
/// bitonic_in_shared of benchmarks/codegen.
void alignSharedAccesses(llvm::Module &M);

} // namespace kcc::compiler

#endif
