// How clang passes a kernel's parameters as arguments of its IR function.
#ifndef KCC_FRONTEND_ARGUMENTPASSING_H
#define KCC_FRONTEND_ARGUMENTPASSING_H

#include "targets/Target.h"

namespace clang {
class FunctionDecl;
}

namespace kcc::compiler {

class ParsedSource;

/// One piece for each argument of the IR function that clang made of \p Function.
std::vector<ArgumentPiece> argumentPassing(ParsedSource &Source, const clang::FunctionDecl &Function);

} // namespace kcc::compiler

#endif
