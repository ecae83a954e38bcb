// Math functions: calls of C's library and of LLVM's intrinsics become calls of kcc's own
// (MathFunctions.def), which the tool carries as bitcode.
//
// Done before the optimiser, so that it folds and inlines them like any other code: a call with constant
// arguments has the value that it has at run time, whatever -O is and whatever machine compiles.
#ifndef KCC_LOWERING_MATHFUNCTIONS_H
#define KCC_LOWERING_MATHFUNCTIONS_H

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace kcc::compiler {

/// True if \p F, which has no body, is a function that linkMathFunctions() gives one: "sinf", "__mulsc3",
/// "llvm.sin.f32", "__kcc_math_rsqrt_f64".
bool isMathFunction(const llvm::Function &F);

/// Replaces the math functions in \p M and links the bodies of what is called then. Also makes those
/// operations exact that every back end has its own idea of: the remainder of a division, minimum and maximum
/// of zeros, conversions to integers that do not fit.
///
/// May run again: the optimiser makes intrinsics of its own.
void linkMathFunctions(llvm::Module &M);

} // namespace kcc::compiler

#endif
