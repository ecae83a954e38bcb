#include "frontend/TypeLayouts.h"
#include "frontend/TypeSignature.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace kcc::compiler {

/// The type that spans, pointers, references and arrays finally lead to.
static QualType elementOf(QualType Type, const ASTContext &Context) {
  for (;;) {
    Type = Type.getCanonicalType();
    if (QualType Pointee = Type->getPointeeType(); !Pointee.isNull())
      Type = Pointee;
    else if (const ArrayType *Array = Context.getAsArrayType(Type))
      Type = Array->getElementType();
    else if (auto *Std = asStdTemplate(Type, "span"))
      Type = Std->getTemplateArgs()[0].getAsType();
    else if (auto *Std = asStdTemplate(Type, "array"))
      Type = Std->getTemplateArgs()[0].getAsType();
    else
      return Type;
  }
}

int TypeLayouts::of(QualType Type) {
  QualType Element = elementOf(Type, Context).getUnqualifiedType();
  bool IsIndirect = Element != Type.getCanonicalType().getUnqualifiedType();
  const TagDecl *Tag = Element->getAsTagDecl();
  Tag = Tag ? Tag->getDefinition() : nullptr;
  if (!Tag || Tag->isInvalidDecl() || Tag->isDependentType())
    return NoLayout;
  auto Known = llvm::find_if(M.Types, [&](const TypeLayout &L) { return L.Declaration == Tag; });
  if (Known != M.Types.end())
    return static_cast<int>(Known - M.Types.begin());

  // Added to the table before its members are visited, because it may refer to itself.
  auto Index = M.Types.size();
  TypeLayout L;
  L.Declaration = Tag;
  PrintingPolicy Policy(Context.getLangOpts());
  Policy.SuppressTagKeyword = true;
  L.Type = Element.getAsString(Policy);
  if (L.CppType = Writer ? Writer->nameFromHeader(Element) : ""; !L.CppType.empty() && IsIndirect)
    Writer->include(Element);
  L.Signature = signatureOf(Element, Context);
  L.Size = Context.getTypeSizeInChars(Element).getQuantity();
  L.Align = Context.getTypeAlignInChars(Element).getQuantity();
  M.Types.push_back(L);
  if (auto *Enum = dyn_cast<EnumDecl>(Tag))
    describe(*Enum, L);
  else
    describe(*cast<CXXRecordDecl>(Tag), L);
  M.Types[Index] = std::move(L);
  return static_cast<int>(Index);
}

void TypeLayouts::describe(const EnumDecl &Enum, TypeLayout &L) {
  L.Underlying = Enum.getIntegerType().getAsString(PrintingPolicy(Context.getLangOpts()));
  for (const EnumConstantDecl *Value : Enum.enumerators())
    L.Values.push_back({Value->getNameAsString(), llvm::toString(Value->getInitVal(), 10)});
}

/// libc++'s names are in the inline namespace std::__1.
static bool isOfLibcxx(const CXXRecordDecl &Class) {
  auto *Namespace = dyn_cast<NamespaceDecl>(Class.getEnclosingNamespaceContext());
  return Namespace && Namespace->isInline() && Namespace->getName() == "__1";
}

void TypeLayouts::describe(const CXXRecordDecl &Class, TypeLayout &L) {
  // The members of C++ library classes are internal; their template arguments say what they consist of. Two
  // libraries may order members differently where size and alignment agree, as in std::tuple<int, float>.
  if (Class.isInStdNamespace()) {
    L.Library = isOfLibcxx(Class) ? "libc++" : "libstdc++";
    return addArguments(Class);
  }
  const ASTRecordLayout &Layout = Context.getASTRecordLayout(&Class);
  for (const CXXBaseSpecifier &Base : Class.bases()) {
    const CXXRecordDecl *Of = Base.getType()->getAsCXXRecordDecl();
    CharUnits Offset = Base.isVirtual() ? Layout.getVBaseClassOffset(Of) : Layout.getBaseClassOffset(Of);
    L.Bases.push_back({static_cast<std::uint64_t>(Offset.getQuantity()), of(Base.getType())});
  }
  L.IsAggregate = Class.isAggregate() && Class.isStruct() && Class.getNumBases() == 0 &&
                  !Class.hasUninitializedReferenceMember();
  addFields(Class, 0, L);
}

void TypeLayouts::addFields(const CXXRecordDecl &Class, std::uint64_t OffsetInBits, TypeLayout &L) {
  const ASTRecordLayout &Layout = Context.getASTRecordLayout(&Class);
  for (const FieldDecl *F : Class.fields()) {
    std::uint64_t Bit = OffsetInBits + Layout.getFieldOffset(F->getFieldIndex());
    if (F->isAnonymousStructOrUnion()) { // its members are named like those of the class
      addFields(*F->getType()->getAsCXXRecordDecl(), Bit, L);
      continue;
    }
    if (F->isUnnamedBitField())
      continue;
    Field Described;
    Described.Name = F->getNameAsString();
    Described.Type = F->getType().getAsString(PrintingPolicy(Context.getLangOpts()));
    Described.CppType = Writer ? Writer->nameFromHeader(F->getType()) : "";
    Described.Signature = signatureOf(F->getType(), Context);
    Described.Offset = Bit / 8;
    Described.Size = Context.getTypeSizeInChars(F->getType()).getQuantity();
    Described.Public = F->getAccess() == AS_public;
    Described.IsReference = F->getType()->isReferenceType();
    Described.IsQualified = F->getType().getCanonicalType().hasLocalQualifiers();
    if (F->isBitField()) {
      Described.Bits = F->getBitWidthValue();
      Described.FirstBit = Bit % 8;
    }
    Described.Layout = of(F->getType());
    L.Fields.push_back(std::move(Described));
  }
}

void TypeLayouts::addArguments(const CXXRecordDecl &Class) {
  auto *Instance = dyn_cast<ClassTemplateSpecializationDecl>(&Class);
  if (!Instance)
    return;
  for (const TemplateArgument &Argument : Instance->getTemplateArgs().asArray()) {
    ArrayRef<TemplateArgument> Arguments = Argument;
    if (Argument.getKind() == TemplateArgument::Pack)
      Arguments = Argument.pack_elements();
    for (const TemplateArgument &Each : Arguments)
      if (Each.getKind() == TemplateArgument::Type)
        of(Each.getAsType());
  }
}

} // namespace kcc::compiler
