// Less accurate arithmetic in single precision, where the command line (`-ffast-math`, `--use_fast_math`,
// `--prec-div=false`, `--prec-sqrt=false`, `--ftz=true`) or an attribute of a kernel allows it. Only for
// GPUs: the CPU device computes accurately.
#ifndef KCC_LOWERING_FASTMATH_H
#define KCC_LOWERING_FASTMATH_H

#include "support/FloatModes.h"
#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class Function;
class Instruction;
class Module;
} // namespace llvm

namespace kcc::compiler {

/// Marks what \p Modes allow in the functions \p Written of the source: `afn` for approximations by any
/// instruction, `!fpmath` for those by an instruction for the whole range. Library functions keep their
/// accuracy.
void allowApproximations(llvm::ArrayRef<llvm::Function *> Written, const FloatModes &Modes);

/// Takes away what Clang's options and pragmas permit in \p Written (`-ffast-math`, `#pragma clang fp`),
/// except contraction, which all targets do alike: what is made of the other permissions differs.
void forbidApproximations(llvm::ArrayRef<llvm::Function *> Written);

/// The functions that are not to be approximated.
struct LackingFunctions {
  bool Tanh; ///< the target has no instruction
  bool Pow;  ///< by logarithms, a power of a negative number is NaN
};

/// Replaces the calls of functions of <cmath> in \p Written that may be approximated (`afn`) by the builtins
/// behind kcc::fast. Runs before linkMathFunctions().
void useApproximateFunctions(llvm::Module &M, llvm::ArrayRef<llvm::Function *> Written,
                             LackingFunctions Lacking);

/// Whether the result of \p I, a division or a square root of numbers or vectors, needs not be correctly
/// rounded.
bool isImprecise(const llvm::Instruction &I);

/// Lets the functions take subnormal numbers of type float for zeros.
void flushSubnormals(llvm::ArrayRef<llvm::Function *> Functions);
bool flushesSubnormals(const llvm::Function &F);

} // namespace kcc::compiler

#endif
