// Variables outside of shared memory whose types only work there.
#ifndef KCC_FRONTEND_SHAREDTYPES_H
#define KCC_FRONTEND_SHAREDTYPES_H

#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/Diagnostic.h"

#include <vector>

namespace kcc::compiler {

/// Reports variables of the program that are not [[kcc::shared]], though their type has the attribute
/// KCC_SHARED_TYPE of the device library, or a part with such a type: threads would not exchange anything.
class SharedTypes : public clang::ASTConsumer {
public:
  explicit SharedTypes(clang::DiagnosticsEngine &Diagnostics) : Diagnostics(Diagnostics) {}

private:
  bool HandleTopLevelDecl(clang::DeclGroupRef Group) override;
  void HandleTranslationUnit(clang::ASTContext &Context) override;

  clang::DiagnosticsEngine &Diagnostics;
  std::vector<clang::Decl *> Declarations; ///< of the program, not of system headers
};

} // namespace kcc::compiler

#endif
