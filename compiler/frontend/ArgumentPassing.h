// How Clang passes a kernel's parameters as arguments of its IR function.
#ifndef KCC_FRONTEND_ARGUMENTPASSING_H
#define KCC_FRONTEND_ARGUMENTPASSING_H

#include "manifest/Manifest.h"

namespace clang {
class FunctionDecl;
}

namespace llvm {
class Module;
}

namespace kcc::compiler {

class ParsedSource;

/// Returns one piece for each argument of the IR function that Clang emitted for \p Function in \p M.
std::vector<ArgumentPiece> argumentPassing(ParsedSource &Source, const llvm::Module &M,
                                           const clang::FunctionDecl &Function);

} // namespace kcc::compiler

#endif
