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

/// Clang's code generator represents a vector of `bool` by an integer of as many bits. For these uses it
/// expects a vector all the same, and loops forever or crashes.
class Finder : public DynamicRecursiveASTVisitor {
public:
  explicit Finder(DiagnosticsEngine &Diagnostics) : Diagnostics(Diagnostics) {}

private:
  bool VisitCompoundAssignOperator(CompoundAssignOperator *E) override {
    if (isElement(E->getLHS()))
      report(Diagnostics, E->getOperatorLoc(), Diag::bool_vector_compound)
          << E->getOpcodeStr()
          << (BinaryOperator::getOpcodeStr(E->getOpForCompoundAssignment(E->getOpcode())) + " x").str();
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *E) override {
    if (E->isIncrementOp() && isElement(E->getSubExpr()))
      report(Diagnostics, E->getOperatorLoc(), Diag::bool_vector_compound) << "++" << "+ 1";
    return true;
  }
  bool VisitCastExpr(CastExpr *E) override {
    if (E->getCastKind() == CK_NonAtomicToAtomic)
      check(E, E->getSubExpr()->getType(), "a conversion to '_Atomic' of");
    return true;
  }
  bool VisitGCCAsmStmt(GCCAsmStmt *S) override {
    for (const Expr *Operand : S->outputs()) {
      check(Operand, Operand->getType(), "assembly with");
      if (isElement(Operand))
        report(Diagnostics, Operand->getExprLoc(), Diag::bool_vector_unsupported)
            << "assembly that writes an element of";
    }
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

  static bool isElement(const Expr *E) {
    return E->getObjectKind() == OK_VectorComponent && E->getType()->isBooleanType();
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
