// Recursive functions, some of which make ptxas crash.
#ifndef KCC_TARGETS_NVPTX_RECURSIVEFUNCTIONS_H
#define KCC_TARGETS_NVPTX_RECURSIVEFUNCTIONS_H

#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace kcc::compiler {

/// Adds `.visible` to the functions in \p Ptx, the code of \p M, that call themselves directly, through each
/// other or through pointers. ptxas 13.0 crashes for sm_90 and newer if it finds after its analysis of
/// recursion that a kernel never makes its only call of such a function, for example because that call is in
/// a loop behind a condition that folds to false. It does not crash if all functions of the recursion are
/// visible, and it generates the same instructions for them.
///
/// This is done in the text because parameters of functions with external linkage are aligned, and so loaded,
/// less well.
std::string withVisibleRecursion(std::string Ptx, llvm::Module &M);

} // namespace kcc::compiler

#endif
