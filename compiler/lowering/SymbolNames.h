// Names of functions and variables: those that every target's assembler accepts, and those that users read.
#ifndef KCC_LOWERING_SYMBOLNAMES_H
#define KCC_LOWERING_SYMBOLNAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace kcc::compiler {

/// Returns \p Symbol itself if it is a valid name in PTX, else another name that no other symbol gets:
/// characters that PTX does not have, and the first character of names that PTX, LLVM or kcc use, are written
/// as `$x` and two hexadecimal digits.
std::string validSymbolName(llvm::StringRef Symbol);

/// Gives \p Kernels, and the functions and variables that are internal to \p M, valid names. Variables that
/// the host knows got theirs when they were described.
void makeSymbolNamesValid(llvm::Module &M, llvm::ArrayRef<llvm::Function *> Kernels);

/// \p Symbol for messages: demangled. Of some lambdas, LLVM cannot demangle the name; they are
/// "FUNCTION::(lambda)".
std::string sourceName(llvm::StringRef Symbol);

} // namespace kcc::compiler

#endif
