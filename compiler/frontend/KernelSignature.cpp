#include "frontend/KernelSignature.h"
#include "frontend/CppType.h"
#include "frontend/Diagnostics.h"
#include "frontend/TypeLayouts.h"
#include "frontend/TypeSignature.h"
#include "support/TargetFacts.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace kcc::compiler {

/// True if \p Type is or contains a host-only floating-point type.
static bool hasHostFloat(QualType Type, const ASTContext &Context) {
  Type = Type.getCanonicalType();
  if (auto *Array = Context.getAsArrayType(Type))
    return hasHostFloat(Array->getElementType(), Context);
  if (auto *Complex = Type->getAs<ComplexType>())
    return hasHostFloat(Complex->getElementType(), Context);
  if (auto *Class = Type->getAsCXXRecordDecl(); Class && Class->hasDefinition())
    return llvm::any_of(Class->fields(), [&](FieldDecl *F) { return hasHostFloat(F->getType(), Context); }) ||
           llvm::any_of(Class->bases(),
                        [&](const CXXBaseSpecifier &B) { return hasHostFloat(B.getType(), Context); });
  return Type->isSpecificBuiltinType(BuiltinType::LongDouble) ||
         Type->isSpecificBuiltinType(BuiltinType::Float128);
}

/// True if copying \p Type once copies its bytes. That is weaker than trivially copyable: `std::pair` and
/// `std::tuple` have non-trivial assignments, but nothing is assigned.
static bool isCopiedByItsBytes(QualType Type, const ASTContext &Context) {
  return Type.isTriviallyCopyableType(Context) ||
         (Type.isTriviallyCopyConstructibleType(Context) && Type.isDestructedType() == QualType::DK_none);
}

/// True if \p Type is or contains an integer or a vector whose layout depends on the compiler.
static bool hasForeignLayout(QualType Type, const ASTContext &Context) {
  Type = Type.getCanonicalType();
  if (auto *Array = Context.getAsArrayType(Type))
    return hasForeignLayout(Array->getElementType(), Context);
  if (auto *Class = Type->getAsCXXRecordDecl(); Class && Class->hasDefinition())
    return llvm::any_of(Class->fields(),
                        [&](FieldDecl *F) { return hasForeignLayout(F->getType(), Context); }) ||
           llvm::any_of(Class->bases(),
                        [&](const CXXBaseSpecifier &B) { return hasForeignLayout(B.getType(), Context); });
  if (Type->isBitIntType())
    return true;
  auto *Vector = Type->getAs<VectorType>();
  return Vector && (Vector->getElementType()->isBooleanType() || Vector->getElementType()->isBitIntType());
}

/// How diagnostics name a parameter: 'v', or its position if it has no name.
static std::string nameOf(const ParmVarDecl &P) {
  return P.getName().empty() ? std::to_string(P.getFunctionScopeIndex() + 1)
                             : "'" + P.getNameAsString() + "'";
}

static bool checkParameter(const FunctionDecl &Function, const ParmVarDecl &P,
                           DiagnosticsEngine &Diagnostics) {
  QualType Type = P.getType();
  const ASTContext &Context = Function.getASTContext();
  if (Type->isReferenceType()) {
    report(Diagnostics, P.getLocation(), Diag::kernel_parameter_is_reference)
        << nameOf(P) << &Function << P.getSourceRange();
    return false;
  }
  if (Type->isFunctionPointerType() || Type->isMemberFunctionPointerType()) {
    report(Diagnostics, P.getLocation(), Diag::kernel_parameter_is_function)
        << nameOf(P) << &Function << P.getSourceRange();
    return false;
  }
  if (!isCopiedByItsBytes(Type, Context)) {
    report(Diagnostics, P.getLocation(), Diag::kernel_parameter_not_trivially_copyable)
        << nameOf(P) << &Function << Type << P.getSourceRange();
    return false;
  }
  if (hasHostFloat(Type, Context)) {
    report(Diagnostics, P.getLocation(), Diag::kernel_parameter_unsupported)
        << nameOf(P) << &Function << Type << P.getSourceRange();
    return false;
  }
  if (hasForeignLayout(Type, Context)) {
    report(Diagnostics, P.getLocation(), Diag::kernel_parameter_foreign_layout)
        << nameOf(P) << &Function << Type << P.getSourceRange();
    return false;
  }
  return true;
}

bool checkKernel(const FunctionDecl &Function, const TargetFacts &Target, DiagnosticsEngine &Diagnostics) {
  bool Good = true;
  if (!Function.getReturnType()->isVoidType()) {
    report(Diagnostics, Function.getLocation(), Diag::kernel_returns_value)
        << &Function << Function.getReturnType() << Function.getReturnTypeSourceRange();
    Good = false;
  }
  if (Function.isVariadic()) {
    report(Diagnostics, Function.getLocation(), Diag::kernel_is_variadic) << &Function;
    Good = false;
  }
  // The host calls kernels with its standard convention.
  if (Function.getType()->castAs<FunctionType>()->getCallConv() != CC_C) {
    report(Diagnostics, Function.getLocation(), Diag::kernel_has_calling_convention) << &Function;
    Good = false;
  }
  if (!Function.isExternallyVisible()) {
    report(Diagnostics, Function.getLocation(), Diag::kernel_has_internal_linkage) << &Function;
    Good = false;
  }
  std::uint64_t Bytes = 0;
  for (const ParmVarDecl *P : Function.parameters()) {
    if (!checkParameter(Function, *P, Diagnostics)) {
      Good = false;
      continue;
    }
    const ASTContext &Context = Function.getASTContext();
    Bytes = llvm::alignTo(Bytes, Context.getTypeAlignInChars(P->getType()).getQuantity()) +
            Context.getTypeSizeInChars(P->getType()).getQuantity();
  }
  if (Bytes > Target.MaxParameterBytes) {
    report(Diagnostics, Function.getLocation(), Diag::kernel_parameters_too_large)
        << &Function << static_cast<unsigned>(Bytes) << static_cast<unsigned>(Target.MaxParameterBytes)
        << (Target.IsPtxVersionTheLimit ? " before PTX 8.1 (--ptx-version)" : "");
    Good = false;
  }
  return Good;
}

/// `ns::scale<float>`; inline namespaces and default arguments as in Clang's diagnostics.
static std::string sourceName(const NamedDecl &Declaration) {
  PrintingPolicy Policy(Declaration.getASTContext().getLangOpts());
  Policy.SuppressTagKeyword = true;
  std::string Name;
  llvm::raw_string_ostream Stream(Name);
  Declaration.getNameForDiagnostic(Stream, Policy, /*Qualified=*/true);
  return Name;
}

/// The namespaces around \p Declaration, outermost first, without inline ones.
static std::vector<std::string> namespacesOf(const Decl &Declaration) {
  std::vector<std::string> Names;
  for (const DeclContext *DC = Declaration.getDeclContext(); DC; DC = DC->getParent())
    if (auto *Namespace = dyn_cast<NamespaceDecl>(DC); Namespace && !Namespace->isInline())
      Names.insert(Names.begin(), Namespace->getNameAsString());
  return Names;
}

/// \p InHeader: the typed header contains it.
static Parameter describeTyped(const VarDecl &Declaration, CppTypeWriter &Writer, bool InHeader,
                               Manifest &M) {
  const ASTContext &Context = Declaration.getASTContext();
  QualType Type = Declaration.getType().getUnqualifiedType();
  PrintingPolicy Policy(Context.getLangOpts());
  Policy.SuppressTagKeyword = true;
  Parameter P;
  P.Name = Declaration.getNameAsString();
  P.Type = Type.getAsString(Policy);
  P.CppType = Writer.type(Type);
  P.Signature = signatureOf(Type, Context);
  P.Size = Context.getTypeSizeInChars(Type).getQuantity();
  P.Align = Context.getTypeAlignInChars(Type).getQuantity();
  P.Layout = TypeLayouts(Context, InHeader ? &Writer : nullptr, M).of(Type);
  return P;
}

void describeKernel(const FunctionDecl &Function, Kernel K, Preprocessor &PP, Manifest &M) {
  CppTypeWriter Writer(Function.getASTContext(), PP, M);
  K.Name = sourceName(Function);
  K.Identifier = Function.getNameAsString();
  K.Namespaces = namespacesOf(Function);
  if (const FunctionTemplateDecl *Template = Function.getPrimaryTemplate()) {
    K.TemplateHead = Writer.head(*Template->getTemplateParameters());
    K.TemplateArguments = Writer.arguments(*Function.getTemplateSpecializationArgs());
  }
  for (const ParmVarDecl *P : Function.parameters()) {
    K.Parameters.push_back(describeTyped(*P, Writer, true, M));
    if (P->getType()->isMemberPointerType() && M.HeaderObstacle.empty())
      M.HeaderObstacle =
          "parameter " + nameOf(*P) + " of kernel '" + K.Name +
          "' is a pointer to a member, which a launch does not take alone; put it into a struct";
  }
  for (const Kernel &Other : M.Kernels)
    if (Other.Name == K.Name && M.HeaderObstacle.empty())
      M.HeaderObstacle = "two kernels are called '" + K.Name +
                         "', and a launch names a kernel without its parameters; "
                         "rename one of them";
  M.Kernels.push_back(std::move(K));
}

bool isHostVisible(const VarDecl &Variable) {
  const ASTContext &Context = Variable.getASTContext();
  QualType Type = Variable.getType();
  bool Named =
      Variable.getDeclContext()->getRedeclContext()->isFileContext() || Variable.isStaticDataMember();
  const CXXRecordDecl *Class = Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return Named && !(Class && Class->isLambda()) && !Variable.isInStdNamespace() &&
         !Variable.isInAnonymousNamespace() && !Variable.getName().empty() && !Type.isConstQualified() &&
         Type.isTriviallyCopyableType(Context) && !hasHostFloat(Type, Context) &&
         !(Variable.hasInit() && Variable.hasFlexibleArrayInit(Context));
}

/// A typed header can name the type of \p Variable. A static variable of another type is the source's own
/// business.
static bool hasNameForHost(const VarDecl &Variable, Preprocessor &PP) {
  Manifest Scratch;
  CppTypeWriter(Variable.getASTContext(), PP, Scratch).type(Variable.getType());
  return Scratch.HeaderObstacle.empty();
}

void describeGlobal(const VarDecl &Variable, const std::string &Symbol, bool Constant, Preprocessor &PP,
                    Manifest &M) {
  Global G;
  G.AtNamespaceScope = Variable.getDeclContext()->getRedeclContext()->isFileContext() &&
                       !isa<VarTemplateSpecializationDecl>(Variable) &&
                       (Variable.isExternallyVisible() || hasNameForHost(Variable, PP));
  // What the typed header leaves out must not be an obstacle for it.
  Manifest Unused;
  CppTypeWriter Writer(Variable.getASTContext(), PP, G.AtNamespaceScope ? M : Unused);
  G.Type = describeTyped(Variable, Writer, G.AtNamespaceScope, M);
  G.Type.Name = sourceName(Variable);
  G.Symbol = Symbol;
  G.Constant = Constant;
  G.Identifier = Variable.getNameAsString();
  G.Namespaces = namespacesOf(Variable);
  M.Globals.push_back(std::move(G));
}

} // namespace kcc::compiler
