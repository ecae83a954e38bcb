#include "frontend/Attributes.h"
#include "frontend/Diagnostics.h"
#include "lowering/Declarations.h"
#include "support/FloatModes.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/ParsedAttrInfo.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include <optional>

using namespace clang;

namespace kcc::compiler {

/// The shared variables declared by the parse on this thread.
static thread_local std::vector<const VarDecl *> *Collected = nullptr;

namespace {

clang::DiagnosticBuilder report(Sema &S, SourceLocation Where, Diag D) {
  return compiler::report(S.getDiagnostics(), Where, D);
}

DeclarationName nameOf(const Decl *D) {
  auto *Named = dyn_cast<NamedDecl>(D);
  return Named ? Named->getDeclName() : DeclarationName();
}

/// Clang takes `void k(std::span<int> s)` without <span> for a variable, and says what is wrong.
bool isBrokenFunction(const Decl *D) {
  auto *Variable = dyn_cast<VarDecl>(D);
  return Variable && Variable->getType()->isVoidType();
}

void annotate(Sema &S, Decl *D, const ParsedAttr &A, StringRef Text, MutableArrayRef<Expr *> Arguments = {}) {
  D->addAttr(AnnotateAttr::Create(S.Context, Text, Arguments.data(), Arguments.size(), A.getRange()));
}

/// For attributes whose values may differ between declarations. Of annotations with the same text, Clang
/// keeps the last declaration's, so the text has the place.
ParsedAttrInfo::AttrHandling annotateWithValues(Sema &S, Decl *D, const ParsedAttr &A, StringRef Text,
                                                MutableArrayRef<Expr *> Values) {
  // The lowering reads the values as integers from the annotation's argument struct.
  if (!S.ConstantFoldAttrArgs(A, Values))
    return ParsedAttrInfo::AttributeNotApplied;
  std::string Place = A.getLoc().printToString(S.getSourceManager());
  annotate(S, D, A, (Text + StringRef(&annotation::Separator, 1) + Place).str(), Values);
  return ParsedAttrInfo::AttributeApplied;
}

bool isIdentifier(StringRef Name) {
  return !Name.empty() && !llvm::isDigit(Name.front()) &&
         llvm::all_of(Name, [](char C) { return llvm::isAlnum(C) || C == '_' || C == '$'; });
}

/// Clang's parser looks up by the name without scope whether it knows an attribute, and skips the arguments
/// of others, so all attributes also have that spelling. Without scope, the attribute is not kcc's
/// (AttributeNames.cpp).
bool isOurs(const ParsedAttr &A) {
  return A.getScopeName() != nullptr;
}

struct KernelAttribute : ParsedAttrInfo {
  KernelAttribute() {
    static constexpr Spelling Names[] = {{ParsedAttr::AS_CXX11, "kcc::kernel"},
                                         {ParsedAttr::AS_CXX11, "kernel"}};
    Spellings = Names;
    OptArgs = 1;
  }

  AttrHandling handleDeclAttribute(Sema &S, Decl *D, const ParsedAttr &A) const override {
    if (!isOurs(A))
      return AttributeNotApplied;
    auto *Function = dyn_cast<FunctionDecl>(D);
    if (!Function) {
      if (!isBrokenFunction(D))
        report(S, A.getLoc(), Diag::kernel_not_a_function) << nameOf(D);
      return AttributeNotApplied;
    }
    if (isa<CXXMethodDecl>(Function)) {
      report(S, Function->getLocation(), Diag::kernel_is_member) << Function;
      return AttributeNotApplied;
    }
    if (Function->isConsteval()) {
      report(S, Function->getLocation(), Diag::kernel_is_consteval) << Function;
      return AttributeNotApplied;
    }
    std::string Annotation = annotation::Kernel;
    if (A.getNumArgs() == 1) {
      std::optional<StringRef> Entry = entryName(S, Function, A);
      if (!Entry)
        return AttributeNotApplied;
      Annotation += annotation::Separator + Entry->str();
    }
    annotate(S, D, A, Annotation);
    // Keeps Clang from dropping a kernel that no code calls.
    if (!D->hasAttr<UsedAttr>())
      D->addAttr(UsedAttr::Create(S.Context, A.getRange()));
    return AttributeApplied;
  }

private:
  /// The name that the source gives the entry; none after an error, which was reported.
  static std::optional<StringRef> entryName(Sema &S, FunctionDecl *Function, const ParsedAttr &A) {
    auto *Literal =
        A.isArgExpr(0) ? dyn_cast<StringLiteral>(A.getArgAsExpr(0)->IgnoreParenImpCasts()) : nullptr;
    if (!Literal || !Literal->isOrdinary()) {
      report(S, A.isArgExpr(0) ? A.getArgAsExpr(0)->getExprLoc() : A.getLoc(),
             Diag::kernel_name_not_a_string);
      return std::nullopt;
    }
    if (!isIdentifier(Literal->getString())) {
      report(S, Literal->getExprLoc(), Diag::kernel_name_invalid) << Literal->getString();
      return std::nullopt;
    }
    if (Function->getTemplateDepth() != 0 || Function->getDescribedFunctionTemplate()) {
      report(S, A.getLoc(), Diag::kernel_name_on_template) << Function;
      return std::nullopt;
    }
    return Literal->getString();
  }
};

/// A lone identifier is not parsed as an expression, because Clang's parser does not know the attribute.
Expr *argument(Sema &S, const ParsedAttr &A, unsigned I) {
  if (A.isArgExpr(I))
    return A.getArgAsExpr(I);
  const IdentifierLoc *Name = A.getArgAsIdent(I);
  LookupResult Found(S, Name->getIdentifierInfo(), Name->getLoc(), Sema::LookupOrdinaryName);
  S.LookupName(Found, S.getCurScope());
  if (!Found.isSingleResult())
    return nullptr;
  ExprResult Reference = S.BuildDeclarationNameExpr(CXXScopeSpec(), Found, /*NeedsADL=*/false);
  return Reference.isUsable() ? Reference.get() : nullptr;
}

struct LaunchBoundsAttribute : ParsedAttrInfo {
  LaunchBoundsAttribute() {
    static constexpr Spelling Names[] = {{ParsedAttr::AS_CXX11, "kcc::launch_bounds"},
                                         {ParsedAttr::AS_CXX11, "launch_bounds"}};
    Spellings = Names;
    NumArgs = 1;
    OptArgs = 1;
  }

  AttrHandling handleDeclAttribute(Sema &S, Decl *D, const ParsedAttr &A) const override {
    if (!isOurs(A))
      return AttributeNotApplied;
    if (!isa<FunctionDecl>(D)) {
      if (!isBrokenFunction(D))
        report(S, A.getLoc(), Diag::attribute_without_kernel) << "launch_bounds" << nameOf(D);
      return AttributeNotApplied;
    }
    SmallVector<Expr *, 2> Arguments;
    for (unsigned I = 0; I != A.getNumArgs(); ++I) {
      Expr *Argument = argument(S, A, I);
      if (!Argument || !isValid(S, Argument, I == 0 ? MostThreads : MostBlocks)) {
        report(S, Argument ? Argument->getExprLoc() : A.getArgAsIdent(I)->getLoc(),
               Diag::launch_bounds_invalid);
        return AttributeNotApplied;
      }
      Arguments.push_back(Argument);
    }
    return annotateWithValues(S, D, A, annotation::LaunchBounds, Arguments);
  }

private:
  static bool isValid(Sema &S, const Expr *E, std::int64_t Most) {
    if (E->isValueDependent() || E->isTypeDependent())
      return true;
    std::optional<llvm::APSInt> Value = E->getIntegerConstantExpr(S.Context);
    return Value && Value->isRepresentableByInt64() && Value->getExtValue() >= 1 &&
           Value->getExtValue() <= Most;
  }
};

struct NoAliasAttribute : ParsedAttrInfo {
  NoAliasAttribute() {
    static constexpr Spelling Names[] = {{ParsedAttr::AS_CXX11, "kcc::no_alias"},
                                         {ParsedAttr::AS_CXX11, "no_alias"}};
    Spellings = Names;
  }

  AttrHandling handleDeclAttribute(Sema &S, Decl *D, const ParsedAttr &A) const override {
    if (!isOurs(A))
      return AttributeNotApplied;
    if (!isa<FunctionDecl>(D)) {
      if (!isBrokenFunction(D))
        report(S, A.getLoc(), Diag::attribute_without_kernel) << "no_alias" << nameOf(D);
      return AttributeNotApplied;
    }
    annotate(S, D, A, annotation::NoAlias);
    return AttributeApplied;
  }
};

struct TargetsAttribute : ParsedAttrInfo {
  TargetsAttribute() {
    static constexpr Spelling Names[] = {{ParsedAttr::AS_CXX11, "kcc::targets"},
                                         {ParsedAttr::AS_CXX11, "targets"}};
    Spellings = Names;
    OptArgs = 15; // any number; too few get kcc's own message
  }

  AttrHandling handleDeclAttribute(Sema &S, Decl *D, const ParsedAttr &A) const override {
    if (!isOurs(A))
      return AttributeNotApplied;
    if (!isa<FunctionDecl>(D)) {
      if (!isBrokenFunction(D))
        report(S, A.getLoc(), Diag::attribute_without_kernel) << "targets" << nameOf(D);
      return AttributeNotApplied;
    }
    llvm::SetVector<StringRef> Names;
    for (unsigned I = 0; I != A.getNumArgs(); ++I) {
      auto *Name =
          A.isArgExpr(I) ? dyn_cast<StringLiteral>(A.getArgAsExpr(I)->IgnoreParenImpCasts()) : nullptr;
      if (!Name || !Name->isOrdinary() || !isIdentifier(Name->getString())) {
        report(S, A.isArgExpr(I) ? A.getArgAsExpr(I)->getExprLoc() : A.getArgAsIdent(I)->getLoc(),
               Diag::targets_invalid);
        return AttributeNotApplied;
      }
      Names.insert(Name->getString());
    }
    if (Names.empty()) {
      report(S, A.getLoc(), Diag::targets_invalid);
      return AttributeNotApplied;
    }
    annotate(S, D, A, std::string(annotation::Targets) + annotation::Separator + llvm::join(Names, ","));
    return AttributeApplied;
  }
};

/// An attribute about floating-point arithmetic: it has the name and the values of an option, and beats it.
template <FloatAttribute Which> struct FloatAttributeInfo : ParsedAttrInfo {
  static constexpr const char *Name = FloatAttributeNames[static_cast<std::size_t>(Which)];
  static inline const std::string FullName = std::string("kcc::") + Name;

  FloatAttributeInfo() {
    static const Spelling Names[] = {{ParsedAttr::AS_CXX11, FullName.c_str()}, {ParsedAttr::AS_CXX11, Name}};
    Spellings = Names;
    OptArgs = 1;
  }

  AttrHandling handleDeclAttribute(Sema &S, Decl *D, const ParsedAttr &A) const override {
    if (!isOurs(A))
      return AttributeNotApplied;
    if (!isa<FunctionDecl>(D)) {
      if (!isBrokenFunction(D))
        report(S, A.getLoc(), Diag::attribute_without_kernel) << Name << nameOf(D);
      return AttributeNotApplied;
    }
    Expr *Value = valueOf(S, A);
    if (!Value) {
      SourceLocation Where = A.getNumArgs() == 0 ? A.getLoc()
                             : A.isArgExpr(0)    ? A.getArgAsExpr(0)->getExprLoc()
                                                 : A.getArgAsIdent(0)->getLoc();
      if (Which == FloatAttribute::Math)
        report(S, Where, Diag::math_kind_invalid);
      else
        report(S, Where, Diag::float_switch_invalid) << Name;
      return AttributeNotApplied;
    }
    return annotateWithValues(S, D, A, std::string(annotation::Prefix) + Name, Value);
  }

private:
  static Expr *literal(Sema &S, const ParsedAttr &A, bool Value) {
    return CXXBoolLiteralExpr::Create(S.Context, Value, S.Context.BoolTy, A.getLoc());
  }

  /// The attribute's value; null if it has none or a wrong one.
  static Expr *valueOf(Sema &S, const ParsedAttr &A) {
    if (A.getNumArgs() == 0)
      return Which == FloatAttribute::UseFastMath ? literal(S, A, true) : nullptr;
    if (Which == FloatAttribute::Math) {
      auto *Kind =
          A.isArgExpr(0) ? dyn_cast<StringLiteral>(A.getArgAsExpr(0)->IgnoreParenImpCasts()) : nullptr;
      if (!Kind || !Kind->isOrdinary() || !llvm::is_contained({"fast", "reproducible"}, Kind->getString()))
        return nullptr;
      return literal(S, A, Kind->getString() == "reproducible");
    }
    Expr *Value = argument(S, A, 0);
    if (!Value || Value->isValueDependent() || Value->isTypeDependent())
      return Value;
    return Value->getType()->isBooleanType() && Value->getIntegerConstantExpr(S.Context) ? Value : nullptr;
  }
};

/// A variable in a separate memory: [[kcc::shared]] and [[kcc::constant]] differ in name and initializer.
struct SpaceAttribute : ParsedAttrInfo {
  AttrHandling handleSpace(Sema &S, Decl *D, const ParsedAttr &A, StringRef Name,
                           StringRef Annotation) const {
    if (!isOurs(A))
      return AttributeNotApplied;
    auto *Variable = dyn_cast<VarDecl>(D);
    if (!Variable || isa<ParmVarDecl>(D) || Variable->getType()->isReferenceType()) {
      report(S, A.getLoc(), Diag::space_not_a_variable) << Name << nameOf(D);
      return AttributeNotApplied;
    }
    if (Variable->getTLSKind() != VarDecl::TLS_None) {
      report(S, Variable->getLocation(), Diag::space_on_thread_local) << Variable << Name;
      return AttributeNotApplied;
    }
    for (const AnnotateAttr *Other : D->specific_attrs<AnnotateAttr>()) {
      if (Other->getAnnotation() == Annotation)
        return AttributeNotApplied; // duplicate attribute
      if (Other->getAnnotation().starts_with("kcc.")) {
        report(S, A.getLoc(), Diag::space_conflict) << Variable;
        return AttributeNotApplied;
      }
    }
    // As in CUDA, such a local variable is shared by all threads that share the memory.
    if (Variable->hasLocalStorage())
      Variable->setStorageClass(SC_Static);
    annotate(S, D, A, Annotation);
    return AttributeApplied;
  }
};

struct SharedAttribute : SpaceAttribute {
  SharedAttribute() {
    static constexpr Spelling Names[] = {{ParsedAttr::AS_CXX11, "kcc::shared"},
                                         {ParsedAttr::AS_CXX11, "shared"}};
    Spellings = Names;
  }
  AttrHandling handleDeclAttribute(Sema &S, Decl *D, const ParsedAttr &A) const override {
    AttrHandling Handling = handleSpace(S, D, A, "shared", annotation::Shared);
    if (Handling == AttributeApplied && Collected)
      Collected->push_back(cast<VarDecl>(D));
    return Handling;
  }
};

struct ConstantAttribute : SpaceAttribute {
  ConstantAttribute() {
    static constexpr Spelling Names[] = {{ParsedAttr::AS_CXX11, "kcc::constant"},
                                         {ParsedAttr::AS_CXX11, "constant"}};
    Spellings = Names;
  }
  AttrHandling handleDeclAttribute(Sema &S, Decl *D, const ParsedAttr &A) const override {
    return handleSpace(S, D, A, "constant", annotation::Constant);
  }
};

/// libstdc++'s <new> has this attribute twenty times. Clang does not know it, and for each unknown attribute
/// looks for the most similar name before it notices that system headers get no warning: a twentieth of the
/// instructions of a small kernel.
struct ExternallyVisibleAttribute : ParsedAttrInfo {
  ExternallyVisibleAttribute() {
    static constexpr Spelling Names[] = {{ParsedAttr::AS_GNU, "externally_visible"}};
    Spellings = Names;
    OptArgs = 15; // any number, as for other unknown attributes
  }
  AttrHandling handleDeclAttribute(Sema &S, Decl *, const ParsedAttr &A) const override {
    return ignore(S, A);
  }
  AttrHandling handleStmtAttribute(Sema &S, Stmt *, const ParsedAttr &A, Attr *&) const override {
    return ignore(S, A);
  }

private:
  static AttrHandling ignore(Sema &S, const ParsedAttr &A) {
    S.Diag(A.getLoc(), diag::warn_unknown_attribute_ignored) << A << A.getRange();
    return AttributeNotApplied;
  }
};

ParsedAttrInfoRegistry::Add<KernelAttribute> Kernel("kcc::kernel", "entry point that the host launches");
ParsedAttrInfoRegistry::Add<LaunchBoundsAttribute> Bounds("kcc::launch_bounds",
                                                          "limits on a kernel's launches");
ParsedAttrInfoRegistry::Add<NoAliasAttribute> NoAlias("kcc::no_alias",
                                                      "the memory of a kernel's spans does not overlap");
ParsedAttrInfoRegistry::Add<TargetsAttribute> Targets("kcc::targets",
                                                      "the targets that a kernel has code for");
ParsedAttrInfoRegistry::Add<FloatAttributeInfo<FloatAttribute::Math>>
    Math("kcc::math", "a kernel's math functions: --math");
ParsedAttrInfoRegistry::Add<FloatAttributeInfo<FloatAttribute::UseFastMath>>
    UseFastMath("kcc::use_fast_math", "--use_fast_math for one kernel");
ParsedAttrInfoRegistry::Add<FloatAttributeInfo<FloatAttribute::Ftz>> Ftz("kcc::ftz", "--ftz for one kernel");
ParsedAttrInfoRegistry::Add<FloatAttributeInfo<FloatAttribute::PrecDiv>> PrecDiv("kcc::prec_div",
                                                                                 "--prec-div for one kernel");
ParsedAttrInfoRegistry::Add<FloatAttributeInfo<FloatAttribute::PrecSqrt>>
    PrecSqrt("kcc::prec_sqrt", "--prec-sqrt for one kernel");
ParsedAttrInfoRegistry::Add<FloatAttributeInfo<FloatAttribute::Fmad>> Fmad("kcc::fmad",
                                                                           "--fmad for one kernel");
ParsedAttrInfoRegistry::Add<SharedAttribute> Shared("kcc::shared", "one variable per block");
ParsedAttrInfoRegistry::Add<ConstantAttribute> Constant("kcc::constant", "constant memory");
ParsedAttrInfoRegistry::Add<ExternallyVisibleAttribute> ExternallyVisible("externally_visible", "ignored");

} // namespace

/// What \p A says, if it is an annotation of kcc's.
static std::optional<WrittenAttribute> read(const FunctionDecl &F, const AnnotateAttr &A) {
  auto [Name, Rest] = A.getAnnotation().split(annotation::Separator);
  if (!Name.consume_front(annotation::Prefix))
    return std::nullopt;
  WrittenAttribute Result{A.getLocation(), Name, {}, Rest};
  for (const Expr *Argument : A.args())
    if (!Argument->isValueDependent())
      if (std::optional<llvm::APSInt> Value = Argument->getIntegerConstantExpr(F.getASTContext()))
        Result.Values.push_back(Value->getExtValue());
  return Result;
}

/// The annotations of all declarations of \p F.
static llvm::SmallSetVector<StringRef, 8> annotationsOf(const FunctionDecl &F) {
  llvm::SmallSetVector<StringRef, 8> Result;
  for (const FunctionDecl *Declaration : F.redecls())
    for (const AnnotateAttr *A : Declaration->specific_attrs<AnnotateAttr>())
      Result.insert(A->getAnnotation());
  return Result;
}

std::vector<WrittenAttribute> writtenAttributes(const FunctionDecl &Kernel, StringRef Name) {
  llvm::SmallSetVector<StringRef, 8> OfTemplate;
  if (Kernel.getTemplateSpecializationKind() == TSK_ExplicitSpecialization)
    OfTemplate = annotationsOf(*Kernel.getPrimaryTemplate()->getTemplatedDecl());
  std::vector<WrittenAttribute> Own, Inherited;
  llvm::SmallSetVector<StringRef, 8> Seen; // a declaration repeats those of earlier ones
  for (const FunctionDecl *Declaration : Kernel.redecls())
    for (const AnnotateAttr *A : Declaration->specific_attrs<AnnotateAttr>())
      if (auto Written = read(Kernel, *A);
          Written && Written->Name == Name && Seen.insert(A->getAnnotation()))
        (OfTemplate.contains(A->getAnnotation()) ? Inherited : Own).push_back(*Written);
  std::vector<WrittenAttribute> &Result = Own.empty() ? Inherited : Own;
  llvm::sort(Result, [&](const WrittenAttribute &A, const WrittenAttribute &B) {
    return Kernel.getASTContext().getSourceManager().isBeforeInTranslationUnit(A.Where, B.Where);
  });
  return Result;
}

std::optional<WrittenAttribute> lostAttribute(const FunctionDecl &Kernel) {
  if (!Kernel.getPrimaryTemplate() || Kernel.getTemplateSpecializationKind() == TSK_ExplicitSpecialization)
    return std::nullopt;
  llvm::SmallSetVector<StringRef, 8> Got = annotationsOf(Kernel);
  for (const FunctionDecl *Declaration : Kernel.getPrimaryTemplate()->getTemplatedDecl()->redecls())
    for (const AnnotateAttr *A : Declaration->specific_attrs<AnnotateAttr>())
      if (auto Written = read(Kernel, *A); Written && !Got.contains(A->getAnnotation()))
        return Written;
  return std::nullopt;
}

SharedVariableCollector::SharedVariableCollector() : Outer(Collected) {
  Collected = &Variables;
}
SharedVariableCollector::~SharedVariableCollector() {
  Collected = Outer;
}

void SharedVariableCollector::checkInitializers(DiagnosticsEngine &Diagnostics) const {
  for (const VarDecl *Variable : Variables) {
    const Expr *Init = Variable->getInit();
    if (!Init || Variable->isInvalidDecl())
      continue;
    // The initializer of `T x;` with a class type is an implicit call of the default constructor.
    auto *Construct = dyn_cast<CXXConstructExpr>(Init->IgnoreImplicit());
    bool Implicit = Construct && Variable->getInitStyle() == VarDecl::CallInit &&
                    Construct->getNumArgs() == 0 && Construct->getParenOrBraceRange().isInvalid();
    if (!Implicit)
      compiler::report(Diagnostics, Init->getExprLoc(), Diag::shared_has_initializer) << Variable;
    else if (!Construct->getConstructor()->isTrivial())
      compiler::report(Diagnostics, Variable->getLocation(), Diag::shared_has_constructor)
          << Variable->getNameAsString();
  }
}

} // namespace kcc::compiler
