// Bodies of functions whose code the host's libraries hold.
#ifndef KCC_FRONTEND_INSTANTIATEDELSEWHERE_H
#define KCC_FRONTEND_INSTANTIATEDELSEWHERE_H

#include "clang/AST/ASTConsumer.h"

namespace kcc::compiler {

/// Makes ordinary inline functions of those that have a body here and code elsewhere: members of
/// `extern template class std::basic_string<char>`, the C library's `extern inline` functions. A device has
/// no other library. Clang takes such bodies for the optimiser alone, so that without optimisation a kernel
/// could not call the functions.
///
/// It must see each declaration before the code generator does.
class InstantiatedElsewhere : public clang::ASTConsumer {
  bool HandleTopLevelDecl(clang::DeclGroupRef Group) override;
};

} // namespace kcc::compiler

#endif
