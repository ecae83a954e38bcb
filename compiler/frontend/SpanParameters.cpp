#include "frontend/SpanParameters.h"
#include "frontend/Diagnostics.h"
#include "frontend/TypeSignature.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/Twine.h"

using namespace clang;

namespace kcc::compiler {
namespace {

/// Bounds the time that a launch spends on comparing every span with every other: about a microsecond.
constexpr unsigned MaxSpans = 64;

class SpanFinder {
public:
  SpanFinder(const FunctionDecl &Kernel, std::vector<SpanPlace> &Spans, DiagnosticsEngine &Diagnostics)
      : Kernel(Kernel), Context(Kernel.getASTContext()), Spans(Spans), Diagnostics(Diagnostics) {}

  bool find() {
    for (const ParmVarDecl *P : Kernel.parameters()) {
      Parameter = P;
      if (!visit(P->getType(), 0, nameOf(*P)))
        return false;
    }
    return true;
  }

private:
  static std::string nameOf(const ParmVarDecl &P) {
    return P.getName().empty() ? "parameter " + std::to_string(P.getFunctionScopeIndex() + 1)
                               : P.getNameAsString();
  }

  /// Unnamed members and those of C++ library classes, except a pair's, have the name of the whole.
  static std::string nameOf(const FieldDecl &F, const std::string &Whole) {
    return F.getName().empty() || F.getName().starts_with("_") ? Whole : Whole + "." + F.getNameAsString();
  }

  /// Visits the object of type \p Type at \p Offset of the parameter. Returns false after an error.
  bool visit(QualType Type, std::uint64_t Offset, const std::string &Name) {
    Type = Type.getCanonicalType();
    if (const ClassTemplateSpecializationDecl *Span = asStdTemplate(Type, "span"))
      return add(*Span, Offset, Name);
    if (const ConstantArrayType *Array = Context.getAsConstantArrayType(Type))
      return visitElements(*Array, Offset, Name);
    if (Type->isReferenceType() || (Type->isPointerType() && !Type->isFunctionPointerType()))
      return Type.isRestrictQualified() ||
             fail(Diag::no_alias_pointer, Name, Type->isReferenceType() ? "reference" : "pointer");
    const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
    return !Class || visitMembers(*Class, Offset, Name);
  }

  bool add(const ClassTemplateSpecializationDecl &Class, std::uint64_t Offset, const std::string &Name) {
    if (Spans.size() == MaxSpans) {
      report(Diagnostics, Parameter->getLocation(), Diag::no_alias_too_many) << &Kernel << MaxSpans;
      return false;
    }
    QualType Element = Class.getTemplateArgs()[0].getAsType();
    const llvm::APSInt Extent = Class.getTemplateArgs()[1].getAsIntegral();
    SpanPlace &Span = Spans.emplace_back();
    Span.Name = Name;
    Span.Parameter = Parameter->getFunctionScopeIndex();
    Span.Offset = Offset;
    Span.ElementSize = Context.getTypeSizeInChars(Element).getQuantity();
    if (!Extent.isAllOnes())
      Span.Extent = Extent.getZExtValue();
    Span.ReadOnly = Element.isConstQualified();
    return true;
  }

  bool visitElements(const ConstantArrayType &Array, std::uint64_t Offset, const std::string &Name) {
    std::uint64_t Size = Context.getTypeSizeInChars(Array.getElementType()).getQuantity();
    for (std::uint64_t I = 0; I != Array.getZExtSize(); ++I) {
      std::size_t Before = Spans.size();
      if (!visit(Array.getElementType(), Offset + I * Size, Name + "[" + std::to_string(I) + "]"))
        return false;
      if (Spans.size() == Before) // nor do the other elements contain any
        break;
    }
    return true;
  }

  bool visitMembers(const CXXRecordDecl &Class, std::uint64_t Offset, const std::string &Name) {
    const ASTRecordLayout &Layout = Context.getASTRecordLayout(&Class);
    if (Class.isUnion())
      return visitUnion(Class, Offset, Name);
    for (const CXXBaseSpecifier &Base : Class.bases()) {
      const CXXRecordDecl *Of = Base.getType()->getAsCXXRecordDecl();
      if (!visitMembers(*Of, Offset + Layout.getBaseClassOffset(Of).getQuantity(), Name))
        return false;
    }
    for (const FieldDecl *F : Class.fields()) {
      std::uint64_t Bit = Layout.getFieldOffset(F->getFieldIndex());
      if (!F->isBitField() && !visit(F->getType(), Offset + Bit / 8, nameOf(*F, Name)))
        return false;
    }
    return true;
  }

  /// Which member is alive is not known, so none may be memory.
  bool visitUnion(const CXXRecordDecl &Union, std::uint64_t Offset, const std::string &Name) {
    std::size_t Before = Spans.size();
    for (const FieldDecl *F : Union.fields())
      if (!visit(F->getType(), Offset, nameOf(*F, Name)))
        return false;
    return Spans.size() == Before || fail(Diag::no_alias_union, Name);
  }

  template <class... T> bool fail(Diag D, const std::string &Name, const T &...More) {
    auto Report = report(Diagnostics, Parameter->getLocation(), D);
    Report << "'" + Name + "'" << &Kernel;
    (void)(Report << ... << More);
    return false;
  }

  const FunctionDecl &Kernel;
  const ASTContext &Context;
  std::vector<SpanPlace> &Spans;
  DiagnosticsEngine &Diagnostics;
  const ParmVarDecl *Parameter = nullptr;
};

} // namespace

bool findSpans(const FunctionDecl &Kernel, std::vector<SpanPlace> &Spans, DiagnosticsEngine &Diagnostics) {
  return SpanFinder(Kernel, Spans, Diagnostics).find();
}

} // namespace kcc::compiler
