#include "frontend/InstantiatedElsewhere.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclGroup.h"

using namespace clang;

namespace kcc::compiler {

static void makeInline(Decl *D) {
  if (auto *Linkage = dyn_cast<LinkageSpecDecl>(D)) {
    for (Decl *Inner : Linkage->decls())
      makeInline(Inner);
    return;
  }
  auto *F = dyn_cast<FunctionDecl>(D);
  if (!F || !F->doesThisDeclarationHaveABody())
    return;
  if (F->getTemplateSpecializationKind() == TSK_ExplicitInstantiationDeclaration)
    F->setTemplateSpecializationKind(TSK_ImplicitInstantiation, F->getPointOfInstantiation());
  for (FunctionDecl *Declaration : F->redecls())
    Declaration->dropAttr<GNUInlineAttr>();
}

bool InstantiatedElsewhere::HandleTopLevelDecl(DeclGroupRef Group) {
  for (Decl *D : Group)
    makeInline(D);
  return true;
}

} // namespace kcc::compiler
