#include "frontend/InstantiatedElsewhere.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclGroup.h"

using namespace clang;

namespace kcc::compiler {

static void makeInline(Decl *D) {
  if (isa<LinkageSpecDecl, NamespaceDecl>(D)) {
    for (Decl *Inner : cast<DeclContext>(D)->decls())
      makeInline(Inner);
    return;
  }
  auto *F = dyn_cast<FunctionDecl>(D);
  if (!F || !F->doesThisDeclarationHaveABody())
    return;
  // Clang only instantiates inline members of an extern template.
  if (F->isTemplated()) {
    if (isa<CXXMethodDecl>(F))
      F->setImplicitlyInline();
    return;
  }
  // The C library's body of strchr() calls __builtin_strchr(), which is strchr(): it must stay a declaration.
  if (F->getBuiltinID() != 0 || F->hasAttr<AsmLabelAttr>())
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
