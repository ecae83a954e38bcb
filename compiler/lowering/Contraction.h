// Contraction: `a * b + c` becomes one operation with one rounding (`fma`), across statements and calls, as
// in nvcc's default (-fmad=true).
//
// It happens here, before anything that depends on the target, and nowhere else: back ends would fuse what
// each of them sees, and a GPU and the CPU device would return different bits.
#ifndef KCC_LOWERING_CONTRACTION_H
#define KCC_LOWERING_CONTRACTION_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace kcc::compiler {

/// True if the frontend allows contraction anywhere in \p M.
bool allowsContraction(const llvm::Module &M);
/// True if contract() would fuse anything in \p F.
bool fuses(const llvm::Function &F);

/// Takes back what the frontend allows in \p Functions, fused expressions included.
void forbidContraction(llvm::ArrayRef<llvm::Function *> Functions);

/// Fuses sums and differences with the `contract` flag that have a product with this flag as an operand, and
/// makes every `llvm.fmuladd` a fused operation. Removes the flag, so that nothing is fused later, except
/// from operations that may be reassociated, whose bits depend on the target anyway.
///
/// Whether a sum is fused depends only on it and its operands. Operands that were stored and loaded again,
/// and products of called functions, are seen if simplifyTargetIndependently() ran before.
void contract(llvm::Module &M);

} // namespace kcc::compiler

#endif
