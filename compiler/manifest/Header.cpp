// The typed C++ header. Kernels become objects, kernel templates become variable templates with one
// specialization per instantiation, so a launch reads like the kernel's declaration.
#include "manifest/Manifest.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

using llvm::raw_ostream;

namespace kcc::compiler {

/// \p Text as a C++ string literal.
static std::string quoted(llvm::StringRef Text) {
  std::string Literal = "\"";
  for (char C : Text) {
    if (C == '"' || C == '\\')
      Literal += '\\';
    Literal += C;
  }
  return Literal + '"';
}

static void writeAssert(raw_ostream &OS, const std::string &Condition, const std::string &Fact) {
  OS << "  static_assert(" << Condition << ", " << quoted("the kernel was compiled with " + Fact) << ");\n";
}

static void writeFieldCheck(raw_ostream &OS, const TypeLayout &L, const Field &F) {
  std::string Member = L.Type + "::" + F.Name;
  if (!F.CppType.empty())
    writeAssert(OS, "::std::is_same_v<decltype(type::" + F.Name + "), " + F.CppType + ">",
                Member + " of type " + F.Type);
  if (F.Bits != 0) {
    if (F.IsQualified) // then nothing can be assigned to it in a constant expression
      return;
    OS << "  constexpr auto " << F.Name << "_of = [](type &t, unsigned long long bits) { t." << F.Name
       << " = static_cast<decltype(type::" << F.Name << ")>(bits); return static_cast<unsigned long long>(t."
       << F.Name << "); };\n";
    writeAssert(OS, "::kcc::detail::bit_field_has<type>(" + F.Name + "_of, " + std::to_string(F.Bits) + ")",
                Member + " of " + std::to_string(F.Bits) + " bits");
  } else if (!F.IsReference) {
    std::string SameSize = " && sizeof(type::" + F.Name + ") == " + std::to_string(F.Size);
    writeAssert(OS,
                "offsetof(type, " + F.Name + ") == " + std::to_string(F.Offset) +
                    (F.Size == 0 ? "" : SameSize), // A flexible array has no size.
                Member + " at offset " + std::to_string(F.Offset));
  }
}

std::string integerLiteral(const std::string &Value) {
  if (Value == "-9223372036854775808")
    return "-9223372036854775807 - 1";
  return Value + (llvm::StringRef(Value).starts_with("-") ? "" : "u");
}

/// A bit-field has no address to compare, but designators must name members in declaration order.
static void writeBitFieldOrder(raw_ostream &OS, const TypeLayout &L) {
  llvm::ListSeparator Comma;
  std::string Designators;
  for (const Field &F : L.Fields)
    if (F.Bits != 0)
      Designators += (llvm::Twine(llvm::StringRef(Comma)) + "." + F.Name + " = {}").str();
  if (L.IsAggregate && !Designators.empty())
    OS << "  static_cast<void>(sizeof(type{" << Designators
       << "})); // the order in which the kernel was compiled\n";
}

/// Compares the program's type with the layout with which the kernel was compiled.
static void writeLayoutCheck(raw_ostream &OS, const TypeLayout &L) {
  OS << "static_assert([] {\n  using type = " << L.CppType << ";\n";
  writeAssert(OS,
              "sizeof(type) == " + std::to_string(L.Size) + " && alignof(type) == " + std::to_string(L.Align),
              "another layout of " + L.Type);
  if (!L.Library.empty())
    writeAssert(OS, "::kcc::detail::cpp_library == \"" + L.Library + "\"", L.Type + " of " + L.Library);
  if (!L.Underlying.empty())
    writeAssert(OS, "::std::is_same_v<::std::underlying_type_t<type>, " + L.Underlying + ">",
                L.Type + " on " + L.Underlying);
  for (const EnumValue &V : L.Values)
    writeAssert(OS,
                "static_cast<" + L.Underlying + ">(type::" + V.Name + ") == static_cast<" + L.Underlying +
                    ">(" + integerLiteral(V.Value) + ")",
                L.Type + "::" + V.Name + " = " + V.Value);
  for (const Field &F : L.Fields)
    if (F.Public)
      writeFieldCheck(OS, L, F);
  writeBitFieldOrder(OS, L);
  OS << "  return true;\n}());\n";
}

static void openNamespaces(raw_ostream &OS, const std::vector<std::string> &Namespaces) {
  OS << "\n";
  for (const std::string &N : Namespaces)
    OS << "namespace " << N << " {\n";
}

static void closeNamespaces(raw_ostream &OS, const std::vector<std::string> &Namespaces) {
  for (std::size_t I = 0; I != Namespaces.size(); ++I)
    OS << "}\n";
}

static void writeGlobal(raw_ostream &OS, const Global &G, const std::string &ImageSymbol) {
  OS << "/// " << G.Type.Type << " " << G.Type.Name << (G.Constant ? ", in constant memory" : "")
     << "\ninline constexpr ::kcc::Global<" << G.Type.CppType << "> " << G.Identifier << "{&" << ImageSymbol
     << ", " << quoted(G.Type.Name) << ", \"" << G.Symbol << "\"};\n";
}

static void writeKernel(raw_ostream &OS, const Kernel &K, const std::string &ImageSymbol) {
  OS << "/// " << (K.NoAlias ? "[[kcc::no_alias]] " : "") << K.Name << "(";
  llvm::ListSeparator CommentComma;
  for (const Parameter &P : K.Parameters)
    OS << CommentComma << P.Type << (P.Name.empty() ? "" : " ") << P.Name;
  OS << ")\n";
  OS << (K.TemplateHead.empty() ? "" : "template <> ") << "inline constexpr ::kcc::Kernel<";
  llvm::ListSeparator Comma;
  for (const Parameter &P : K.Parameters)
    OS << Comma << P.CppType;
  OS << "> " << K.Identifier << K.TemplateArguments << "{&" << ImageSymbol << ", " << quoted(K.Name) << ", \""
     << K.Entry << "\"};\n";
}

/// C++ keywords, and names that the library or the compiler uses at global scope.
static constexpr llvm::StringRef TakenNames[] = {
    "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break", "case", "catch",
    "char", "char16_t", "char32_t", "char8_t", "class", "co_await", "co_return", "co_yield", "compl",
    "concept", "const", "const_cast", "consteval", "constexpr", "constinit", "continue", "contract_assert",
    "decltype", "default", "delete", "do", "double", "dynamic_cast", "else", "enum", "explicit", "export",
    "extern", "false", "float", "for", "friend", "goto", "if", "inline", "int", "long", "mutable",
    "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "operator", "or", "or_eq", "private",
    "protected", "public", "register", "reinterpret_cast", "requires", "return", "short", "signed", "sizeof",
    "static", "static_assert", "static_cast", "struct", "switch", "template", "this", "thread_local", "throw",
    "true", "try", "typedef", "typeid", "typename", "typeof", "union", "unsigned", "using", "virtual", "void",
    "volatile", "wchar_t", "while", "xor", "xor_eq",
    // macros, some of them only outside strict modes
    "EOF", "NULL", "errno", "i386", "linux", "stderr", "stdin", "stdout", "unix",
    // namespaces and functions that every header declares
    "kcc", "std", "main"};

std::string namespaceName(llvm::StringRef Name) {
  std::string Identifier;
  for (char C : Name)
    Identifier += llvm::isAlnum(C) ? C : '_';
  if (llvm::is_contained(TakenNames, Identifier))
    return Identifier + "_";
  if (Identifier.empty() || llvm::isDigit(Identifier.front()))
    return "kernels_" + Identifier;
  return Identifier;
}

std::string toHeader(const Manifest &M, const std::string &Namespace, const std::string &ImageSymbol) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << "// Made by kcc from " << llvm::join(llvm::split(M.Source, "\n"), " ")
     << ". Do not edit.\n#pragma once\n\n#include <kcc/runtime/kernel.h>\n"
     << (M.Globals.empty() ? "\n" : "#include <kcc/runtime/global.h>\n\n") << "#include <cstddef>\n";
  for (const std::string &Include : M.Includes)
    OS << "#include " << Include << "\n";
  OS << "\n";
  for (const std::string &Definition : M.Definitions)
    OS << Definition << "\n";
  OS << "#pragma GCC diagnostic push\n#pragma GCC diagnostic ignored \"-Winvalid-offsetof\"\n"
        "#pragma GCC diagnostic ignored \"-Wconversion\"\n"
        "#pragma GCC diagnostic ignored \"-Wmissing-field-initializers\"\n"
        "#ifdef __clang__\n#pragma clang diagnostic error \"-Wreorder-init-list\"\n#endif\n";
  for (const TypeLayout &L : M.Types)
    if (!L.CppType.empty())
      writeLayoutCheck(OS, L);
  OS << "#pragma GCC diagnostic pop\n";
  // Hidden, like the image: two shared libraries may have kernels of the same name, and each launches its
  // own.
  OS << "\nextern \"C\" __attribute__((visibility(\"hidden\"))) const ::kcc::abi::Image " << ImageSymbol
     << ";\n\nnamespace " << Namespace << " __attribute__((visibility(\"hidden\"))) {\n";
  llvm::StringSet<> Templates;
  for (const Kernel &K : M.Kernels) {
    openNamespaces(OS, K.Namespaces);
    std::string Qualified = llvm::join(K.Namespaces, "::") + "::" + K.Identifier;
    if (!K.TemplateHead.empty() && Templates.insert(Qualified).second)
      OS << "/// Only the instantiations below exist: the source instantiates them explicitly.\n"
         << K.TemplateHead << " inline constexpr ::kcc::MissingInstantiation " << K.Identifier << "{};\n";
    writeKernel(OS, K, ImageSymbol);
    closeNamespaces(OS, K.Namespaces);
  }
  for (const Global &G : M.Globals) {
    if (!G.AtNamespaceScope)
      continue;
    openNamespaces(OS, G.Namespaces);
    writeGlobal(OS, G, ImageSymbol);
    closeNamespaces(OS, G.Namespaces);
  }
  OS << "\n} // namespace " << Namespace << "\n";
  return Text;
}

} // namespace kcc::compiler
