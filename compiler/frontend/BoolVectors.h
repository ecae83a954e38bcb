// Uses of `bool` vectors (`ext_vector_type`) that crash Clang's code generator.
#ifndef KCC_FRONTEND_BOOLVECTORS_H
#define KCC_FRONTEND_BOOLVECTORS_H

#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/Diagnostic.h"

namespace kcc::compiler {

/// True if the source has a type that is a vector of `bool`.
bool hasBoolVectors(const clang::ASTContext &Context);

/// Reports each such use. It must see a declaration before the code generator does.
class BoolVectors : public clang::ASTConsumer {
public:
  explicit BoolVectors(clang::DiagnosticsEngine &Diagnostics) : Diagnostics(Diagnostics) {}

private:
  bool HandleTopLevelDecl(clang::DeclGroupRef Group) override;

  clang::DiagnosticsEngine &Diagnostics;
  std::size_t KnownTypes = 0; ///< how many types of the source have been looked at
  bool Present = false;       ///< whether a vector of `bool` was among them
};

} // namespace kcc::compiler

#endif
