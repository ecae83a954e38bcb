// Math functions: calls of C library functions and LLVM intrinsics become calls of kcc's own functions
// (MathFunctions.def), which the tool contains as bitcode.
//
// This happens before the optimizer, which then folds and inlines them like any other code: a call with
// constant arguments has the value that it has at run time, at every -O and on every build machine.
#ifndef KCC_LOWERING_MATHFUNCTIONS_H
#define KCC_LOWERING_MATHFUNCTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace kcc::compiler {

/// True if linkMathFunctions() gives \p F, a declaration, a body: "sinf", "__mulsc3", "llvm.sin.f32",
/// "__kcc_math_rsqrt_f64".
bool isMathFunction(const llvm::Function &F);

/// The row of MathFunctions.def that \p F, a declaration, maps to: "sin" for "sinf", "llvm.sin.f32" and so
/// on. Empty for other functions.
llvm::StringRef mathOperation(const llvm::Function &F);

/// Replaces the math functions in \p M and links the bodies of the functions that are then called. Also makes
/// operations exact that back ends handle differently: the remainder of a division, minimum and maximum of
/// zeros, conversions to integers that do not fit.
///
/// \p Own is bitcode with the target's own versions of some functions, which are used instead of those that
/// all targets share; empty if the target has none.
///
/// Functions for which keepReproducible() was called get the shared versions in any case.
///
/// May run again, because the optimizer introduces intrinsics.
void linkMathFunctions(llvm::Module &M, llvm::StringRef Own);

/// Gives the library's functions in \p M, which has debug information, places in MathFunctionFile with the
/// names of C's functions, so that messages can name them: "sinf".
void nameMathFunctions(llvm::Module &M);
inline constexpr char MathFunctionFile[] = "<kcc>";

/// The math functions that \p Functions call shall have the same results on every target.
void keepReproducible(llvm::ArrayRef<llvm::Function *> Functions);

} // namespace kcc::compiler

#endif
