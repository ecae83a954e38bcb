// The checks of arithmetic: overflow, division by zero, shifts, conversions, and NaN.
#ifndef KCC_CHECKS_ARITHMETIC_H
#define KCC_CHECKS_ARITHMETIC_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace kcc::compiler {

/// Turns the calls of Clang's sanitizers (frontend/Invocation.cpp) into calls of checks that stand in
/// straight-line code, so that the control flow is that of the source.
void replaceSanitizerCalls(llvm::Module &M);

/// Inserts calls that see whether operations in \p Functions make NaN of other numbers.
void insertNanChecks(llvm::Module &M, llvm::ArrayRef<llvm::Function *> Functions);

/// Puts branches around the calls, which are rarely needed. Runs when multiplications and additions are
/// fused.
void branchAroundArithmeticChecks(llvm::Module &M);

/// Removes the calls in functions of the library that combine values, and in those that they have been given
/// for that: sums that wrap on their way to a result that fits, and values that no thread uses, are no
/// errors. Runs after the optimizer.
void dropChecksInCombinations(llvm::Module &M);

} // namespace kcc::compiler

#endif
