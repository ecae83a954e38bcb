#include "frontend/AssemblerNames.h"
#include "frontend/Diagnostics.h"
#include "lowering/Declarations.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclGroup.h"
#include "clang/AST/Mangle.h"

using namespace clang;

namespace kcc::compiler {

static bool isKernel(const FunctionDecl &F) {
  return llvm::any_of(F.specific_attrs<AnnotateAttr>(), [](const AnnotateAttr *A) {
    return A->getAnnotation().starts_with(annotation::Kernel);
  });
}

void AssemblerNames::collect(Decl *D) {
  if (isa<LinkageSpecDecl, NamespaceDecl>(D))
    for (Decl *Inner : cast<DeclContext>(D)->decls())
      collect(Inner);
  else if (auto *F = dyn_cast<FunctionDecl>(D); F && isKernel(*F))
    Kernels.push_back(F);
  else if (auto *V = dyn_cast<VarDecl>(D); V && V->hasAttr<AsmLabelAttr>())
    Variables.push_back(V);
}

bool AssemblerNames::HandleTopLevelDecl(DeclGroupRef Group) {
  for (Decl *D : Group)
    collect(D);
  return true;
}

void AssemblerNames::HandleTranslationUnit(ASTContext &Context) {
  for (const FunctionDecl *Kernel : Kernels)
    if (auto *Label = Kernel->getMostRecentDecl()->getAttr<AsmLabelAttr>()) {
      report(Diagnostics, Kernel->getLocation(), Diag::kernel_has_assembler_name)
          << Kernel << Label->getLabel();
      return;
    }
  ASTNameGenerator Symbols(Context);
  for (const VarDecl *Variable : Variables)
    for (const FunctionDecl *Kernel : Kernels)
      if (Variable->getAttr<AsmLabelAttr>()->getLabel() == Symbols.getName(Kernel))
        report(Diagnostics, Variable->getLocation(), Diag::variable_has_kernels_symbol) << Variable << Kernel;
}

} // namespace kcc::compiler
