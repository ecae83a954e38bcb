#include "frontend/CppType.h"
#include "frontend/TypeSignature.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
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

static void addOnce(std::vector<std::string> &List, std::string Item) {
  if (!llvm::is_contained(List, Item))
    List.push_back(std::move(Item));
}

/// The public header of what libstdc++ defines in its inner ones.
static StringRef standardHeader(StringRef Name) {
  return llvm::StringSwitch<StringRef>(Name)
      .Cases({"pair", "integer_sequence"}, "<utility>")
      .Case("byte", "<cstddef>")
      .Cases({"tuple", "tuple_element"}, "<tuple>")
      .Case("duration", "<chrono>")
      .Default("");
}

/// The file that \p File was included from, and that from another, up to one that is no inner header of
/// libstdc++.
static FileID publicHeader(const SourceManager &SM, FileID File) {
  for (;;) {
    auto Entry = SM.getFileEntryRefForID(File);
    SourceLocation Includer = SM.getIncludeLoc(File);
    StringRef Folder = Entry ? llvm::sys::path::filename(Entry->getDir().getName()) : StringRef();
    if (Includer.isInvalid() || (Folder != "bits" && Folder != "ext" && Folder != "debug"))
      return File;
    File = SM.getFileID(Includer);
  }
}

void CppTypeWriter::include(const QualType &Type) {
  const TagDecl *Tag = Type->getAsTagDecl();
  const SourceManager &SM = Context.getSourceManager();
  FileID Place = SM.getFileID(SM.getExpansionLoc(Tag->getLocation()));
  auto File = SM.getFileEntryRefForID(Tag->isInStdNamespace() ? publicHeader(SM, Place) : Place);
  if (!File)
    return;
  if (Tag->isInStdNamespace()) {
    StringRef Known = standardHeader(Tag->getName());
    addOnce(M.Includes,
            Known.empty() ? "<" + llvm::sys::path::filename(File->getName()).str() + ">" : Known.str());
    return;
  }
  // As the source itself could spell it: by the include path, or from the source's own folder.
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

/// Opens and closes the namespaces of \p Tag around \p Text.
static std::string inNamespaces(const TagDecl &Tag, const std::string &Text) {
  std::string Result = Text;
  for (const DeclContext *DC = Tag.getDeclContext(); DC; DC = DC->getParent())
    if (auto *Namespace = dyn_cast<NamespaceDecl>(DC))
      Result = std::string(Namespace->isInline() ? "inline " : "") + "namespace " +
               Namespace->getNameAsString() + " {\n" + Result + "}\n";
  return Result;
}

void CppTypeWriter::define(QualType Type) {
  const TagDecl *Tag = Type->getAsTagDecl();
  std::string Name = Tag->getNameAsString();
  const char *Remedy = "; define it in a header that the source and the host include";
  if (Tag->getName().empty() || isa<ClassTemplateSpecializationDecl>(Tag) ||
      !Tag->getDeclContext()->isFileContext() || Tag->isInAnonymousNamespace())
    return obstacle("type '" + Type.getAsString() + "' is defined in the source itself" + Remedy);

  // A type that points to itself, or to one that points back.
  if (llvm::is_contained(BeingDefined, Tag)) {
    const char *Key = Tag->isUnion() ? "union " : "struct ";
    return addOnce(M.Definitions, inNamespaces(*Tag, Key + Name + ";\n"));
  }
  BeingDefined.push_back(Tag);
  llvm::scope_exit Done([&] { BeingDefined.pop_back(); });

  std::string Text;
  if (auto *Enum = dyn_cast<EnumDecl>(Tag)) {
    Text = std::string("enum ") + (Enum->isScoped() ? "class " : "") + Name + " : " +
           type(Enum->getIntegerType()) + " {";
    llvm::ListSeparator Comma;
    for (const EnumConstantDecl *Value : Enum->enumerators())
      Text += std::string(StringRef(Comma)) + " " + Value->getNameAsString() + " = " +
              llvm::toString(Value->getInitVal(), 10);
    Text += " };\n";
  } else {
    auto *Class = cast<CXXRecordDecl>(Tag);
    if (Class->getNumBases() != 0)
      return obstacle("class '" + Name + "' with base classes is defined in the source itself" + Remedy);
    std::string Align =
        Class->hasAttr<AlignedAttr>()
            ? "alignas(" + std::to_string(Context.getTypeAlignInChars(Type).getQuantity()) + ") "
            : "";
    Text = std::string(Class->isUnion() ? "union " : "struct ") + Align + Name + " {\n";
    for (const FieldDecl *Field : Class->fields()) {
      if (Field->getAccess() != AS_public || Field->isBitField() || Field->getName().empty())
        return obstacle("class '" + Name +
                        "' with private, unnamed or bit-field members is defined in the source itself" +
                        Remedy);
      std::string Extents;
      QualType Element = Field->getType();
      while (auto *Array = Context.getAsConstantArrayType(Element)) {
        Extents += "[" + std::to_string(Array->getZExtSize()) + "]";
        Element = Array->getElementType();
      }
      Text += "  " + type(Element) + " " + Field->getNameAsString() + Extents + ";\n";
    }
    Text += "};\n";
  }
  addOnce(M.Definitions, inNamespaces(*Tag, Text));
}

std::string CppTypeWriter::tag(QualType Type) {
  const TagDecl *Tag = Type->getAsTagDecl();
  if (Context.getSourceManager().isInMainFile(Context.getSourceManager().getExpansionLoc(Tag->getLocation())))
    define(Type);
  else
    include(Type);

  std::string Name = Tag->getNameAsString();
  if (auto *Instance = dyn_cast<ClassTemplateSpecializationDecl>(Tag))
    Name += arguments(Instance->getTemplateArgs());
  for (const DeclContext *DC = Tag->getDeclContext(); DC; DC = DC->getParent()) {
    if (auto *Namespace = dyn_cast<NamespaceDecl>(DC)) {
      if (Namespace->isAnonymousNamespace())
        obstacle("type '" + Type.getAsString() + "' is in an unnamed namespace");
      else if (!Namespace->isInline())
        Name = Namespace->getNameAsString() + "::" + Name;
    } else if (auto *Outer = dyn_cast<ClassTemplateSpecializationDecl>(DC)) {
      Name = Outer->getNameAsString() + arguments(Outer->getTemplateArgs()) + "::" + Name;
    } else if (auto *Class = dyn_cast<TagDecl>(DC)) {
      Name = Class->getNameAsString() + "::" + Name;
    }
  }
  return "::" + Name;
}

std::string CppTypeWriter::type(QualType Type) {
  Type = Type.getCanonicalType();
  if (Type.isConstQualified())
    return "const " + type(Type.getUnqualifiedType());
  if (auto *Pointer = Type->getAs<clang::PointerType>()) {
    QualType Pointee = Pointer->getPointeeType().getCanonicalType();
    // `const` binds to the right of a pointer.
    if (Pointee->isPointerType() && Pointee.isConstQualified())
      return type(Pointee.getUnqualifiedType()) + " const *";
    if (Pointee->isFunctionType() || Pointee->isArrayType())
      obstacle("'" + Type.getAsString() + "' is a pointer to a function or an array");
    return type(Pointee) + " *";
  }
  if (auto *Span = asStdTemplate(Type, "span")) {
    addOnce(M.Includes, "<span>");
    std::string Element = type(Span->getTemplateArgs()[0].getAsType());
    llvm::APSInt Extent = Span->getTemplateArgs()[1].getAsIntegral();
    return "::std::span<" + Element +
           (Extent.isAllOnes() ? "" : ", " + std::to_string(Extent.getZExtValue())) + ">";
  }
  if (Type->getAsTagDecl())
    return tag(Type);
  // The host's compiler may not have them by clang's names.
  if (Type->isFloat16Type() || Type->isBFloat16Type()) {
    addOnce(M.Includes, "<kcc/float16.h>");
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
    QualType Type = Argument.getIntegralType();
    std::string Value = llvm::toString(Argument.getAsIntegral(), 10);
    if (Type->isBooleanType())
      return Value == "0" ? "false" : "true";
    return Type->isEnumeralType() ? "static_cast<" + type(Type) + ">(" + Value + ")"
                                  : Value + (Type->isUnsignedIntegerType() ? "u" : "") +
                                        (Context.getTypeSize(Type) > 32 ? "l" : "");
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
