// Names that every target's assembler takes.
#ifndef KCC_LOWERING_SYMBOLNAMES_H
#define KCC_LOWERING_SYMBOLNAMES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm {
class Module;
}

namespace kcc::compiler {

/// \p Symbol itself if it can be a name in PTX, else another by which no other symbol goes: characters that
/// PTX does not have, and the first one of a name that PTX, LLVM or kcc uses, are written as `$x` and two
/// hexadecimal digits.
std::string validSymbolName(llvm::StringRef Symbol);

/// Gives the functions and variables that are internal to \p M valid names. Kernels, and variables that the
/// host knows, have got theirs when they were described.
void makeSymbolNamesValid(llvm::Module &M);

} // namespace kcc::compiler

#endif
