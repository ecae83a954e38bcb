// What kernels tell the host: printf and the like, and why a kernel ended. They become calls of the four
// functions __kcc_output_begin, _put, _end and _stop, which each target has (include/kcc/device/output.h).
#ifndef KCC_LOWERING_OUTPUT_H
#define KCC_LOWERING_OUTPUT_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class CallBase;
class Module;
} // namespace llvm

namespace kcc::compiler {

/// True for the C functions that print, which kcc gives a meaning, and for the functions they become.
bool isOutputFunction(llvm::StringRef Name);

/// Takes the bodies away that system headers give C's printing functions.
void dropHostOutput(llvm::Module &M);

/// What is wrong with a call of printf.
enum class OutputProblem { None, UnknownFormat, Writes, ArgumentList };
OutputProblem outputProblem(const llvm::CallBase &Call);

/// Replaces calls of C's printing functions, of the functions by which a C++ library reports errors, and
/// traps.
void lowerOutput(llvm::Module &M);

/// Adds to \p M those functions of the module \p Text, LLVM assembly, that \p M declares and what they need.
/// The functions get internal linkage, the variables keep theirs.
void linkText(llvm::Module &M, llvm::StringRef Text);

} // namespace kcc::compiler

#endif
