#include "frontend/SharedTypes.h"
#include "frontend/Diagnostics.h"
#include "lowering/Declarations.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace kcc::compiler {
namespace {

bool hasAnnotation(const Decl &D, StringRef Text) {
  return llvm::any_of(D.specific_attrs<AnnotateAttr>(),
                      [&](const AnnotateAttr *A) { return A->getAnnotation() == Text; });
}

class Finder : public DynamicRecursiveASTVisitor {
public:
  explicit Finder(DiagnosticsEngine &Diagnostics) : Diagnostics(Diagnostics) {
    ShouldVisitTemplateInstantiations = true;
  }

private:
  bool VisitVarDecl(VarDecl *Variable) override {
    const QualType Type = Variable->getType();
    if (!Variable->isInvalidDecl() && !Type->isDependentType() && isForSharedMemory(Type) &&
        !hasAnnotation(*Variable, annotation::Shared) && Reported.insert(Variable->getLocation()).second)
      report(Diagnostics, Variable->getLocation(),
             isa<ParmVarDecl>(Variable) ? Diag::shared_type_by_value : Diag::shared_type_elsewhere)
          << Variable << Type;
    return true;
  }

  bool isForSharedMemory(QualType Type) {
    const CXXRecordDecl *Record = Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (!Record || !Record->hasDefinition())
      return false;
    Record = Record->getDefinition();
    // What is found again on the way is a member of itself, which is an error.
    auto [Found, IsNew] = Known.try_emplace(Record, false);
    if (!IsNew)
      return Found->second;
    const bool Is =
        hasAnnotation(*Record, annotation::SharedType) ||
        llvm::any_of(Record->bases(),
                     [&](const CXXBaseSpecifier &Base) { return isForSharedMemory(Base.getType()); }) ||
        llvm::any_of(Record->fields(),
                     [&](const FieldDecl *Field) { return isForSharedMemory(Field->getType()); });
    return Known[Record] = Is;
  }

  DiagnosticsEngine &Diagnostics;
  llvm::DenseMap<const CXXRecordDecl *, bool> Known;
  llvm::DenseSet<SourceLocation> Reported; ///< a template's variables are in each of its instances
};

} // namespace

bool SharedTypes::HandleTopLevelDecl(DeclGroupRef Group) {
  for (Decl *D : Group)
    if (!D->getASTContext().getSourceManager().isInSystemHeader(D->getLocation()))
      Declarations.push_back(D);
  return true;
}

void SharedTypes::HandleTranslationUnit(ASTContext &) {
  Finder Uses(Diagnostics);
  // With a precompiled preamble, looking at a function may load others, which are added.
  for (std::size_t I = 0; I < Declarations.size(); ++I)
    Uses.TraverseDecl(Declarations[I]);
}

} // namespace kcc::compiler
