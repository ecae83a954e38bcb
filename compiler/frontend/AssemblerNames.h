// Assembler names (`asm("…")`) that conflict with kernels.
#ifndef KCC_FRONTEND_ASSEMBLERNAMES_H
#define KCC_FRONTEND_ASSEMBLERNAMES_H

#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/Diagnostic.h"
#include <vector>

namespace clang {
class FunctionDecl;
class VarDecl;
} // namespace clang

namespace kcc::compiler {

/// Rejects kernels that have an assembler name, and variables whose assembler name is the symbol of a kernel:
/// Clang's code generator would replace the function with a later variable of the same symbol, and keep
/// dangling pointers to it.
///
/// It must see the whole file before the code generator finishes it.
class AssemblerNames : public clang::ASTConsumer {
public:
  explicit AssemblerNames(clang::DiagnosticsEngine &Diagnostics) : Diagnostics(Diagnostics) {}

private:
  bool HandleTopLevelDecl(clang::DeclGroupRef Group) override;
  void HandleTranslationUnit(clang::ASTContext &Context) override;
  void collect(clang::Decl *D);

  clang::DiagnosticsEngine &Diagnostics;
  std::vector<const clang::FunctionDecl *> Kernels;
  std::vector<const clang::VarDecl *> Variables; ///< those with assembler names
};

} // namespace kcc::compiler

#endif
