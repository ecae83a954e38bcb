// Emits the bodies of functions whose code is normally in the host's libraries.
#ifndef KCC_FRONTEND_INSTANTIATEDELSEWHERE_H
#define KCC_FRONTEND_INSTANTIATEDELSEWHERE_H

#include "clang/AST/ASTConsumer.h"

namespace kcc::compiler {

/// Turns functions that have a body here but code elsewhere into ordinary inline functions: members of
/// `extern template class std::basic_string<char>`, and the C library's `extern inline` functions. A device
/// has no other library. Clang only emits such bodies for the optimizer, so without optimization a kernel
/// could not call these functions.
///
/// It must see each declaration before the code generator does.
class InstantiatedElsewhere : public clang::ASTConsumer {
  bool HandleTopLevelDecl(clang::DeclGroupRef Group) override;
};

} // namespace kcc::compiler

#endif
