#include "frontend/TypeSignature.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace kcc::compiler {

const ClassTemplateSpecializationDecl *asStdTemplate(QualType Type, const char *Name) {
  auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(Type->getAsCXXRecordDecl());
  return Class && Class->isInStdNamespace() && Class->getName() == Name ? Class : nullptr;
}

std::string nameOf(const TagDecl &Tag) {
  const TypedefNameDecl *Typedef = Tag.getTypedefNameForAnonDecl();
  return Typedef ? Typedef->getNameAsString() : Tag.getNameAsString();
}

std::string qualifiedName(const TagDecl &Tag, const ASTContext &Context) {
  std::string Scope;
  for (const DeclContext *DC = Tag.getDeclContext(); DC; DC = DC->getParent()) {
    if (auto *Namespace = dyn_cast<NamespaceDecl>(DC)) {
      if (Namespace->isAnonymousNamespace())
        Scope = "(anonymous)::" + Scope;
      else if (!Namespace->isInline())
        Scope = Namespace->getNameAsString() + "::" + Scope;
    } else if (auto *Outer = dyn_cast<TagDecl>(DC)) {
      Scope = nameOf(*Outer) + "::" + Scope;
    }
  }
  return Scope + nameOf(Tag);
}

static std::string scalarSignature(const BuiltinType &Type, const ASTContext &Context) {
  if (Type.getKind() == BuiltinType::Bool)
    return "bool";
  std::string Bits = std::to_string(Context.getTypeSize(&Type));
  if (Type.getKind() == BuiltinType::BFloat16)
    return "bf16";
  if (Type.isFloatingPoint())
    return "f" + Bits;
  return (Type.isSignedInteger() ? "i" : "u") + Bits;
}

static std::string elementSignature(QualType Element, const ASTContext &Context) {
  std::string Signature = Element->isVoidType() ? "void" : signatureOf(Element, Context);
  return Element.isConstQualified() ? "const " + Signature : Signature;
}

std::string signatureOf(QualType Type, const ASTContext &Context) {
  Type = Type.getCanonicalType();
  if (auto *Pointer = Type->getAs<clang::PointerType>())
    return "ptr<" + elementSignature(Pointer->getPointeeType(), Context) + ">";
  if (auto *Array = Context.getAsConstantArrayType(Type))
    return "array<" + elementSignature(Array->getElementType(), Context) + "," +
           std::to_string(Array->getZExtSize()) + ">";
  if (auto *Builtin = Type->getAs<BuiltinType>())
    return Builtin->isNullPtrType() ? "ptr<void>" : scalarSignature(*Builtin, Context);
  if (auto *Enum = Type->getAs<EnumType>()) {
    const EnumDecl *Decl = Enum->getDecl()->getDefinitionOrSelf();
    return "enum(" + qualifiedName(*Decl, Context) + ":" + signatureOf(Decl->getIntegerType(), Context) + ")";
  }
  if (auto *Span = asStdTemplate(Type, "span")) {
    std::string Element = elementSignature(Span->getTemplateArgs()[0].getAsType(), Context);
    llvm::APSInt Extent = Span->getTemplateArgs()[1].getAsIntegral();
    return Extent.isAllOnes() ? "span<" + Element + ">"
                              : "span<" + Element + "," + std::to_string(Extent.getZExtValue()) + ">";
  }
  if (auto *Array = asStdTemplate(Type, "array"))
    return "array<" + elementSignature(Array->getTemplateArgs()[0].getAsType(), Context) + "," +
           std::to_string(Array->getTemplateArgs()[1].getAsIntegral().getZExtValue()) + ">";
  if (Type->getAsTagDecl() && Type->isIncompleteType())
    return "struct(" + qualifiedName(*Type->getAsTagDecl(), Context) + ")";
  if (auto *Record = Type->getAsRecordDecl())
    return "struct(" + qualifiedName(*Record, Context) + ":" +
           std::to_string(Context.getTypeSizeInChars(Type).getQuantity()) + ":" +
           std::to_string(Context.getTypeAlignInChars(Type).getQuantity()) + ")";
  return "bytes<" + std::to_string(Context.getTypeSizeInChars(Type).getQuantity()) + ">";
}

} // namespace kcc::compiler
