// The typed C++ header. Kernel names become objects, kernel templates become variable templates with
// one specialisation per instantiation, so a launch reads as the kernel's declaration does.
#include "manifest/Manifest.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

using llvm::raw_ostream;

namespace kcc::compiler {

/// Holds the host's idea of a class against the layout that the kernel was compiled with.
static void writeLayoutChecks(raw_ostream &OS, const Manifest &M) {
  llvm::StringSet<> Done;
  auto Check = [&](const Parameter &P) {
    if (P.Fields.empty() || !Done.insert(P.CppType).second)
      return;
    OS << "static_assert(sizeof(" << P.CppType << ") == " << P.Size << " && alignof(" << P.CppType
       << ") == " << P.Align << ", \"the kernel was compiled with another layout of " << P.Type << "\");\n";
    for (const Field &F : P.Fields) {
      // offsetof takes a macro argument: a comma in the type needs the alias.
      if (!F.Public || F.BitField || F.Name.empty())
        continue;
      OS << "static_assert([] { using type = " << P.CppType << "; return offsetof(type, " << F.Name
         << "); }() == " << F.Offset << ", \"the kernel was compiled with " << P.Type << "::" << F.Name
         << " at offset " << F.Offset << "\");\n";
    }
  };
  for (const Kernel &K : M.Kernels)
    for (const Parameter &P : K.Parameters)
      Check(P);
  for (const Global &G : M.Globals)
    if (G.AtNamespaceScope)
      Check(G.Type);
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
     << ", \"" << G.Type.Name << "\", \"" << G.Symbol << "\"};\n";
}

static void writeKernel(raw_ostream &OS, const Kernel &K, const std::string &ImageSymbol) {
  OS << "/// " << K.Name << "(";
  llvm::ListSeparator CommentComma;
  for (const Parameter &P : K.Parameters)
    OS << CommentComma << P.Type << (P.Name.empty() ? "" : " ") << P.Name;
  OS << ")\n";
  OS << (K.TemplateHead.empty() ? "" : "template <> ") << "inline constexpr ::kcc::Kernel<";
  llvm::ListSeparator Comma;
  for (const Parameter &P : K.Parameters)
    OS << Comma << P.CppType;
  OS << "> " << K.Identifier << K.TemplateArguments << "{&" << ImageSymbol << ", \"" << K.Name << "\", \""
     << K.Entry << "\"};\n";
}

std::string toHeader(const Manifest &M, const std::string &Namespace, const std::string &ImageSymbol) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << "// Made by kcc from " << M.Source
     << ". Do not edit.\n#pragma once\n\n#include <kcc/runtime/kernel.h>\n"
     << (M.Globals.empty() ? "\n" : "#include <kcc/runtime/global.h>\n\n") << "#include <cstddef>\n";
  for (const std::string &Include : M.Includes)
    OS << "#include " << Include << "\n";
  OS << "\n";
  for (const std::string &Definition : M.Definitions)
    OS << Definition << "\n";
  writeLayoutChecks(OS, M);
  OS << "\nextern \"C\" const ::kcc::abi::Image " << ImageSymbol << ";\n\nnamespace " << Namespace << " {\n";
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
