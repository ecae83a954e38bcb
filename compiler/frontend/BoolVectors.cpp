#include "frontend/BoolVectors.h"
#include "frontend/Diagnostics.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/Builtins.h"

using namespace clang;

namespace kcc::compiler {
namespace {

/// Clang's code generator handles a vector of `bool` as the integer in which memory has it. These uses take
/// it for a vector all the same, which loops forever or crashes.
class Finder : public DynamicRecursiveASTVisitor {
public:
  explicit Finder(DiagnosticsEngine &Diagnostics) : Diagnostics(Diagnostics) {}

private:
  bool VisitCompoundAssignOperator(CompoundAssignOperator *E) override {
    if (E->getLHS()->getObjectKind() == OK_VectorComponent && E->getLHS()->getType()->isBooleanType())
      report(Diagnostics, E->getOperatorLoc(), Diag::bool_vector_compound)
          << E->getOpcodeStr() << BinaryOperator::getOpcodeStr(E->getOpForCompoundAssignment(E->getOpcode()));
    return true;
  }
  bool VisitGCCAsmStmt(GCCAsmStmt *S) override {
    for (const Expr *Operand : S->outputs())
      check(Operand, Operand->getType(), "assembly with");
    for (const Expr *Operand : S->inputs())
      check(Operand, Operand->getType(), "assembly with");
    return true;
  }
  bool VisitCallExpr(CallExpr *E) override {
    if (E->getBuiltinCallee() == Builtin::BI__builtin_nontemporal_store)
      check(E, E->getArg(0)->getType(), "a nontemporal store of");
    if (E->getBuiltinCallee() == Builtin::BI__builtin_nontemporal_load)
      check(E, E->getType(), "a nontemporal load of");
    return true;
  }

  void check(const Expr *Where, QualType Type, StringRef What) {
    if (Type->isExtVectorBoolType())
      report(Diagnostics, Where->getExprLoc(), Diag::bool_vector_unsupported) << What;
  }

  DiagnosticsEngine &Diagnostics;
};

} // namespace

static bool isBoolVector(const Type *T) {
  return T->isExtVectorBoolType();
}

bool hasBoolVectors(const ASTContext &Context) {
  return llvm::any_of(Context.getTypes(), isBoolVector);
}

bool BoolVectors::HandleTopLevelDecl(DeclGroupRef Group) {
  for (Decl *D : Group) {
    const auto &Types = D->getASTContext().getTypes();
    Present = Present || llvm::any_of(llvm::drop_begin(Types, KnownTypes), isBoolVector);
    KnownTypes = Types.size();
    if (Present)
      Finder(Diagnostics).TraverseDecl(D);
  }
  return true;
}

} // namespace kcc::compiler
