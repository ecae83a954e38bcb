// How types are printed.
//
// type(), tag() and argument() call each other for the parts of a type and print fully qualified names of
// canonical types, without aliases and inline namespaces. For each class or enumeration that occurs, they add
// its header to Manifest::Includes or, if the source itself defines the type, a copy of the definition to
// Manifest::Definitions, after those that it needs.
//
// Some types cannot be declared on the host, such as classes with private members and types inside functions.
// That is an error only if a typed header is requested, so obstacle() just records the first reason.
#include "frontend/CppType.h"
#include "frontend/TypeSignature.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace kcc::compiler {

void CppTypeWriter::obstacle(const std::string &Why) {
  if (M.HeaderObstacle.empty())
    M.HeaderObstacle = Why;
}

void CppTypeWriter::needsHeader(const std::string &Type) {
  obstacle(Type +
           " is defined in the source itself; define it in a header that the source and the host include");
}

static void addOnce(std::vector<std::string> &List, std::string Item) {
  if (!llvm::is_contained(List, Item))
    List.push_back(std::move(Item));
}

/// The public header for what C++ libraries define in their internal ones.
static StringRef standardHeader(StringRef Name) {
  return llvm::StringSwitch<StringRef>(Name)
      .Cases({"pair", "integer_sequence"}, "<utility>")
      .Case("byte", "<cstddef>")
      .Cases({"tuple", "tuple_element"}, "<tuple>")
      .Case("duration", "<chrono>")
      .Default("");
}

/// True for headers that only the C++ library itself includes: bits/… of libstdc++, __utility/… of libc++.
static bool isInternalHeader(FileEntryRef File) {
  StringRef Folder = llvm::sys::path::filename(File.getDir().getName());
  return Folder == "bits" || Folder == "ext" || Folder == "debug" || Folder.starts_with("__") ||
         llvm::sys::path::filename(File.getName()).starts_with("__");
}

/// Follows the chain of files that included \p File up to the first that is not an internal header.
static FileID publicHeader(const SourceManager &SM, FileID File) {
  for (;;) {
    auto Entry = SM.getFileEntryRefForID(File);
    SourceLocation Includer = SM.getIncludeLoc(File);
    if (Includer.isInvalid() || !Entry || !isInternalHeader(*Entry))
      return File;
    File = SM.getFileID(Includer);
  }
}

void CppTypeWriter::include(const QualType &Type) {
  const TagDecl *Tag = Type->getAsTagDecl();
  const SourceManager &SM = Context.getSourceManager();
  FileID Place = SM.getFileID(SM.getExpansionLoc(Tag->getLocation()));
  if (Place == SM.getMainFileID())
    return;
  auto File = SM.getFileEntryRefForID(Tag->isInStdNamespace() ? publicHeader(SM, Place) : Place);
  if (!File)
    return;
  if (Tag->isInStdNamespace()) {
    StringRef Known = standardHeader(Tag->getName());
    addOnce(M.Includes,
            Known.empty() ? "<" + llvm::sys::path::filename(File->getName()).str() + ">" : Known.str());
    return;
  }
  // As the source itself could spell it: through the include path, or relative to the source's folder.
  SmallString<256> Folder, Header(File->getName()),
      Main(SM.getFileEntryRefForID(SM.getMainFileID())->getName());
  llvm::sys::fs::current_path(Folder);
  for (SmallString<256> *Path : {&Header, &Main}) {
    llvm::sys::path::make_absolute(Folder, *Path);
    llvm::sys::path::remove_dots(*Path, /*remove_dot_dot=*/true);
  }
  bool Angled = false;
  std::string Path = PP.getHeaderSearchInfo().suggestPathToFileForDiagnostics(Header, Folder, Main, &Angled);
  addOnce(M.Includes, Angled ? "<" + Path + ">" : "\"" + Path + "\"");
}

/// Wraps \p Text in the namespaces of \p Tag.
static std::string inNamespaces(const TagDecl &Tag, const std::string &Text) {
  std::string Result = Text;
  for (const DeclContext *DC = Tag.getDeclContext(); DC; DC = DC->getParent())
    if (auto *Namespace = dyn_cast<NamespaceDecl>(DC))
      Result = std::string(Namespace->isInline() ? "inline " : "") + "namespace " +
               Namespace->getNameAsString() + " {\n" + Result + "}\n";
  return Result;
}

/// `alignas` and packing as written in the source, or by the typedef of a member's type, which a canonical
/// type has lost: then its alignment is not \p OfType.
static std::string alignmentOf(const Decl &Declaration, CharUnits Align, CharUnits OfType) {
  const bool IsPacked = Declaration.hasAttr<PackedAttr>();
  if (!Declaration.hasAttr<AlignedAttr>() && Align <= OfType)
    return IsPacked ? "__attribute__((packed)) " : "";
  std::string Bytes = std::to_string(Align.getQuantity());
  // GCC does not take `alignas` before another attribute of a class.
  return IsPacked ? "__attribute__((packed, aligned(" + Bytes + "))) " : "alignas(" + Bytes + ") ";
}

static std::string alignmentOf(const FieldDecl &Field, const ASTContext &Context) {
  CharUnits OfType = Context.getTypeAlignInChars(Field.getType().getCanonicalType());
  CharUnits OfTypedef = Context.getTypeAlignInChars(Field.getType());
  if (OfTypedef < OfType && !Field.hasAttr<PackedAttr>() && !Field.getParent()->hasAttr<PackedAttr>())
    return "__attribute__((packed, aligned(" + std::to_string(OfTypedef.getQuantity()) + "))) ";
  return alignmentOf(Field, Context.getDeclAlign(&Field), OfType);
}

/// The members between the braces. Records an obstacle if the host cannot have the same.
std::string CppTypeWriter::members(const CXXRecordDecl &Class, const std::string &Indent) {
  std::string Text;
  for (const FieldDecl *Field : Class.fields()) {
    if (Field->getAccess() != AS_public)
      needsHeader("class '" + nameOf(Class) + "' with private members");
    Text += Indent + alignmentOf(*Field, Context);
    if (Field->isAnonymousStructOrUnion()) {
      const CXXRecordDecl *Inner = Field->getType()->getAsCXXRecordDecl();
      CharUnits InnerAlign = Context.getTypeAlignInChars(Field->getType());
      Text += std::string(Inner->isUnion() ? "union " : "__extension__ struct ") +
              alignmentOf(*Inner, InnerAlign, InnerAlign) + "{\n" + members(*Inner, Indent + "  ") + Indent +
              "};\n";
      continue;
    }
    std::string Extents;
    QualType Element = Field->getType();
    if (auto *Flexible = Context.getAsIncompleteArrayType(Element)) {
      Extents = "[]";
      Element = Flexible->getElementType();
    }
    if (Field->hasAttr<NoUniqueAddressAttr>())
      checkPadding(Element);
    while (auto *Array = Context.getAsConstantArrayType(Element)) {
      Extents += "[" + std::to_string(Array->getZExtSize()) + "]";
      Element = Array->getElementType();
    }
    Text += (Field->hasAttr<NoUniqueAddressAttr>() ? "[[no_unique_address]] " : "") + type(Element) + " " +
            Field->getNameAsString() + Extents;
    if (Field->isBitField())
      Text += " : " + std::to_string(Field->getBitWidthValue());
    Text += ";\n";
  }
  return Text;
}

/// True if the header's definition of \p Class is plain old data in the sense of C++03. The header leaves out
/// constructors and member initializers.
bool CppTypeWriter::isPlain(const CXXRecordDecl &Class) const {
  const SourceManager &SM = Context.getSourceManager();
  if (!SM.isInMainFile(SM.getExpansionLoc(Class.getLocation())))
    return Class.isPOD();
  return Class.getNumBases() == 0 && llvm::all_of(Class.fields(), [&](const FieldDecl *Field) {
           const CXXRecordDecl *Of = Field->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
           return Of ? isPlain(*Of) : !Field->getType()->isReferenceType();
         });
}

/// Records an obstacle if only the header's definition of \p Base is plain old data: members that follow a
/// base class go into its padding, but not into that of plain old data.
void CppTypeWriter::checkPadding(QualType Base) {
  const CXXRecordDecl *Class = Base->getAsCXXRecordDecl();
  if (!Class || Class->isPOD() || !isPlain(*Class))
    return;
  const ASTRecordLayout &Layout = Context.getASTRecordLayout(Class);
  if (!Class->isEmpty() && Layout.getNonVirtualSize() < Layout.getSize())
    needsHeader("class '" + nameOf(*Class) +
                "' with constructors or member initializers, whose padding has other members,");
}

void CppTypeWriter::define(QualType Type) {
  const TagDecl *Tag = Type->getAsTagDecl();
  std::string Name = nameOf(*Tag);
  if (Name.empty() || isa<ClassTemplateSpecializationDecl>(Tag) ||
      !Tag->getDeclContext()->getRedeclContext()->isFileContext() || Tag->isInAnonymousNamespace())
    return needsHeader("type '" + Type.getAsString() + "'");

  // A type that points to itself, directly or indirectly.
  if (llvm::is_contained(BeingDefined, Tag)) {
    const char *Key = Tag->isUnion() ? "union " : "struct ";
    return addOnce(M.Definitions, inNamespaces(*Tag, Key + Name + ";\n"));
  }
  std::string Qualified = qualifiedName(*Tag, Context);
  if (llvm::is_contained(M.Defined, Qualified))
    return;
  BeingDefined.push_back(Tag);
  llvm::scope_exit Done([&] { BeingDefined.pop_back(); });

  std::string Text;
  if (auto *Enum = dyn_cast<EnumDecl>(Tag)) {
    Text = std::string("enum ") + (Enum->isScoped() ? "class " : "") + Name + " : " +
           type(Enum->getIntegerType()) + " {";
    llvm::ListSeparator Comma;
    for (const EnumConstantDecl *Value : Enum->enumerators())
      Text +=
          std::string(StringRef(Comma)) + " " + Value->getNameAsString() + " = " +
          (Enum->getIntegerType()->isBooleanType() ? (Value->getInitVal().isZero() ? "false" : "true")
                                                   : integerLiteral(llvm::toString(Value->getInitVal(), 10)));
    Text += " };\n";
  } else {
    auto *Class = dyn_cast<CXXRecordDecl>(Tag->getDefinition());
    if (!Class)
      return obstacle("type '" + Name + "' has no definition");
    if (Class->isPolymorphic() || Class->getNumVBases() != 0)
      return needsHeader("class '" + Name + "' with virtual functions or bases");
    if (Class->hasAttr<MSStructAttr>())
      return needsHeader("class '" + Name + "' with Microsoft's layout");
    Text = std::string(Class->isUnion() ? "union " : "struct ") +
           alignmentOf(*Class, Context.getTypeAlignInChars(Type), Context.getTypeAlignInChars(Type)) + Name;
    llvm::ListSeparator Comma(", ");
    for (const CXXBaseSpecifier &Base : Class->bases()) {
      if (Base.getAccessSpecifier() != AS_public)
        return needsHeader("class '" + Name + "' with a private base class");
      checkPadding(Base.getType());
      Text +=
          (&Base == Class->bases_begin() ? " : " : "") + std::string(StringRef(Comma)) + type(Base.getType());
    }
    Text += " {\n" + members(*Class, "  ") + "};\n";
    if (auto *Pack = Class->getAttr<MaxFieldAlignmentAttr>())
      Text = "#pragma pack(push, " + std::to_string(Pack->getAlignment() / 8) + ")\n" + Text +
             "#pragma pack(pop)\n";
  }
  addOnce(M.Definitions, inNamespaces(*Tag, Text));
  addOnce(M.Defined, Qualified);
}

std::string CppTypeWriter::tag(QualType Type) {
  const TagDecl *Tag = Type->getAsTagDecl();
  const SourceManager &SM = Context.getSourceManager();
  if (!SM.isInMainFile(SM.getExpansionLoc(Tag->getLocation())))
    include(Type);
  else if (!Known)
    define(Type);
  else if (!llvm::is_contained(Known->Defined, qualifiedName(*Tag, Context)))
    obstacle("the typed header does not define it");

  std::string Name = nameOf(*Tag);
  if (Name.empty())
    obstacle("a type without a name");
  if (auto *Instance = dyn_cast<ClassTemplateSpecializationDecl>(Tag))
    Name += arguments(Instance->getTemplateArgs());
  if (Tag->getAccess() == AS_private || Tag->getAccess() == AS_protected)
    obstacle("type '" + Type.getAsString() + "' is private to its class");
  for (const DeclContext *DC = Tag->getDeclContext(); DC; DC = DC->getParent()) {
    if (auto *Namespace = dyn_cast<NamespaceDecl>(DC)) {
      if (Namespace->isAnonymousNamespace())
        obstacle("type '" + Type.getAsString() + "' is in an unnamed namespace");
      else if (!Namespace->isInline())
        Name = Namespace->getNameAsString() + "::" + Name;
    } else if (auto *Outer = dyn_cast<TagDecl>(DC)) {
      auto *Instance = dyn_cast<ClassTemplateSpecializationDecl>(Outer);
      Name = nameOf(*Outer) + (Instance ? arguments(Instance->getTemplateArgs()) : "") + "::" + Name;
      if (Outer->getAccess() == AS_private || Outer->getAccess() == AS_protected)
        obstacle("type '" + Type.getAsString() + "' is private to its class");
    } else if (isa<FunctionDecl>(DC)) {
      obstacle("type '" + Type.getAsString() + "' is defined inside a function");
    }
  }
  return "::" + Name;
}

static constexpr char FloatHeader[] = "<kcc/float16.h>";

std::string CppTypeWriter::nameFromHeader(QualType Type) const {
  Manifest Scratch;
  CppTypeWriter Probe(Context, PP, Scratch);
  Probe.Known = &M;
  std::string Name = Probe.type(Type);
  if (!Scratch.HeaderObstacle.empty())
    return "";
  // The type's own header need not include what the printed name needs, such as kcc's names for _Float16 and
  // __bf16.
  if (llvm::is_contained(Scratch.Includes, FloatHeader))
    addOnce(M.Includes, FloatHeader);
  return Name;
}

static std::string qualifiersOf(QualType Type) {
  return std::string(Type.isLocalConstQualified() ? "const " : "") +
         (Type.isLocalVolatileQualified() ? "volatile " : "") +
         (Type.isLocalRestrictQualified() ? "__restrict " : "");
}

/// \p Type in front of a `*` or `&`, where arrays and functions need another name.
std::string CppTypeWriter::prefix(QualType Type) {
  if (!Type->isFunctionType() && !Type->isArrayType())
    return type(Type);
  addOnce(M.Includes, "<type_traits>");
  return "::std::type_identity_t<" + type(Type) + ">";
}

std::string CppTypeWriter::type(QualType Type) {
  Type = Type.getCanonicalType();
  if (Type.hasLocalQualifiers()) {
    // After a pointer, before anything else.
    std::string Qualifiers = qualifiersOf(Type), Unqualified = type(Type.getLocalUnqualifiedType());
    return Type->isPointerType() || Type->isMemberPointerType()
               ? Unqualified + " " + StringRef(Qualifiers).rtrim().str()
               : Qualifiers + Unqualified;
  }
  if (auto *Pointer = Type->getAs<clang::PointerType>())
    return prefix(Pointer->getPointeeType()) + " *";
  if (auto *Reference = Type->getAs<ReferenceType>())
    return prefix(Reference->getPointeeType()) + (Type->isLValueReferenceType() ? " &" : " &&");
  if (auto *Member = Type->getAs<MemberPointerType>(); Member && !Member->isMemberFunctionPointer())
    return "::kcc::detail::MemberPointer<" + type(Member->getPointeeType()) + ", " +
           type(QualType(Context.getCanonicalTagType(Member->getMostRecentCXXRecordDecl()))) + ">";
  if (auto *Function = Type->getAs<FunctionProtoType>();
      Function && !Function->isVariadic() && Function->getMethodQuals().empty()) {
    std::string Text = type(Function->getReturnType()) + "(";
    llvm::ListSeparator Comma;
    for (QualType Parameter : Function->param_types())
      Text += std::string(StringRef(Comma)) + type(Parameter);
    return Text + ")" + (Function->isNothrow() ? " noexcept" : "");
  }
  if (Type->isNullPtrType())
    return "::std::nullptr_t";
  if (!Type->isBuiltinType() && !Type->getAsTagDecl() && !Type->isArrayType())
    obstacle("the host may not have the type '" + Type.getAsString() + "'");
  if (auto *Span = asStdTemplate(Type, "span")) {
    addOnce(M.Includes, "<span>");
    std::string Element = type(Span->getTemplateArgs()[0].getAsType());
    llvm::APSInt Extent = Span->getTemplateArgs()[1].getAsIntegral();
    return "::std::span<" + Element +
           (Extent.isAllOnes() ? "" : ", " + std::to_string(Extent.getZExtValue())) + ">";
  }
  if (Type->getAsTagDecl())
    return tag(Type);
  // The host's compiler may not have them under Clang's names.
  if (Type->isFloat16Type() || Type->isBFloat16Type()) {
    addOnce(M.Includes, FloatHeader);
    return Type->isFloat16Type() ? "::kcc::float16" : "::kcc::bfloat16";
  }
  if (Type->isConstantArrayType()) {
    std::string Extents;
    QualType Element = Type;
    while (auto *Array = Context.getAsConstantArrayType(Element)) {
      Extents += "[" + std::to_string(Array->getZExtSize()) + "]";
      Element = Array->getElementType();
    }
    return type(Element) + Extents;
  }
  return Type.getAsString(PrintingPolicy(Context.getLangOpts()));
}

std::string CppTypeWriter::argument(const TemplateArgument &Argument) {
  switch (Argument.getKind()) {
  case TemplateArgument::Type:
    return type(Argument.getAsType());
  case TemplateArgument::Integral: {
    QualType Type = Argument.getIntegralType().getCanonicalType();
    std::string Value = llvm::toString(Argument.getAsIntegral(), 10);
    if (Type->isBooleanType())
      return Value == "0" ? "false" : "true";
    // The literal needs the right type: for an `auto` parameter, another type makes another instantiation.
    const std::pair<QualType, StringRef> Suffixes[] = {{Context.IntTy, ""},
                                                       {Context.UnsignedIntTy, "u"},
                                                       {Context.LongTy, "l"},
                                                       {Context.UnsignedLongTy, "ul"}};
    for (auto [Suffixed, Suffix] : Suffixes)
      if (Type == Suffixed && !StringRef(Value).starts_with("-"))
        return Value + Suffix.str();
    return "static_cast<" + type(Type) + ">(" + integerLiteral(Value) + ")";
  }
  case TemplateArgument::Pack: {
    std::string Text;
    llvm::ListSeparator Comma;
    for (const TemplateArgument &Element : Argument.pack_elements())
      Text += std::string(StringRef(Comma)) + argument(Element);
    return Text;
  }
  default:
    obstacle("a template argument is neither a type nor an integer");
    return "";
  }
}

std::string CppTypeWriter::arguments(const TemplateArgumentList &Arguments) {
  std::string Text = "<";
  llvm::ListSeparator Comma;
  for (const TemplateArgument &Argument : Arguments.asArray()) {
    std::string Item = argument(Argument);
    if (!Item.empty())
      Text += std::string(StringRef(Comma)) + Item;
  }
  return Text + ">";
}

std::string CppTypeWriter::head(const TemplateParameterList &Parameters) {
  std::string Text = "template <";
  llvm::ListSeparator Comma;
  for (const NamedDecl *Parameter : Parameters) {
    std::string Pack = Parameter->isParameterPack() ? "..." : "";
    Text += std::string(StringRef(Comma));
    if (isa<TemplateTypeParmDecl>(Parameter))
      Text += "typename" + Pack + " " + Parameter->getNameAsString();
    else if (auto *Value = dyn_cast<NonTypeTemplateParmDecl>(Parameter))
      Text += (Value->getType()->isDependentType() || Value->getType()->getContainedAutoType()
                   ? std::string("auto")
                   : type(Value->getType())) +
              Pack + " " + Parameter->getNameAsString();
    else
      obstacle("a kernel template has a template template parameter");
  }
  return Text + ">";
}

} // namespace kcc::compiler
