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

/// Inserts calls that check whether operations in \p Functions make NaN of operands that are numbers.
void insertNanChecks(llvm::Module &M, llvm::ArrayRef<llvm::Function *> Functions);

/// Puts branches around the calls, which are rarely needed. Runs after multiplications and additions have
/// been fused.
void branchAroundArithmeticChecks(llvm::Module &M);

/// Removes the calls from functions of the library that combine values of threads, and from those that a
/// kernel passes to them for that. There, sums that wrap on their way to a result that fits, and values that
/// no thread uses, are no errors. Runs after the optimizer.
void dropChecksInCombinations(llvm::Module &M);

} // namespace kcc::compiler

#endif
