// What is known about the kernels of one source file. Its JSON form is documented in docs/manifest.md.
#ifndef KCC_MANIFEST_MANIFEST_H
#define KCC_MANIFEST_MANIFEST_H

#include <cstdint>
#include <string>
#include <vector>

namespace kcc::compiler {

/// A data member of a class that a kernel takes as parameter.
struct Field {
  std::string Name;
  std::string Type;
  std::string Signature;
  std::uint64_t Offset = 0; ///< in bytes from the start of the class
  std::uint64_t Size = 0;
  bool Public = true;
  bool BitField = false;
};

/// An enumerator of an enumeration that a kernel takes as parameter.
struct EnumValue {
  std::string Name;
  std::string Value;
};

struct Parameter {
  std::string Name;      ///< empty when the source gives none
  std::string Type;      ///< as a person writes it: std::span<const float>
  std::string CppType;   ///< qualified from the global namespace, for the typed header
  std::string Signature; ///< what a launch compares
  std::uint64_t Size = 0;
  std::uint64_t Align = 0;
  std::vector<Field> Fields;
  std::vector<EnumValue> Values;
};

struct Kernel {
  std::string Name;  ///< qualified C++ name with template arguments
  std::string Entry; ///< symbol in the image
  std::vector<Parameter> Parameters;
  std::uint32_t MaxThreads = 0; ///< by [[kcc::launch_bounds]]; 0: not given
  std::uint32_t MinBlocks = 0;  ///< likewise
  std::uint64_t StaticSharedBytes = 0;
  bool UsesBarrier = false;
  bool UsesGridSync = false;

  // For the typed header.
  std::vector<std::string> Namespaces;
  std::string Identifier;        ///< the function's own name
  std::string TemplateHead;      ///< "template <typename T, int N>", empty for no template
  std::string TemplateArguments; ///< "<float, 4>"
};

/// A variable that the host reads and writes by name.
struct Global {
  Parameter Type;        ///< its name is the qualified C++ name
  std::string Symbol;    ///< in the image
  bool Constant = false; ///< in constant memory

  // For the typed header, which leaves out members of classes and instances of templates.
  std::vector<std::string> Namespaces;
  std::string Identifier;
  bool AtNamespaceScope = true;
};

struct Manifest {
  std::string Source; ///< file name without directories
  std::vector<Kernel> Kernels;
  std::vector<Global> Globals;

  // For the typed header: what makes the parameters' types known to the host.
  std::vector<std::string> Includes;    ///< "<span>", "\"pixel.h\"", in order of first use
  std::vector<std::string> Definitions; ///< C++ text of types that the source file itself defines
  /// Why no typed header can be made (a class with private members defined in the source itself, …); empty if
  /// it can.
  std::string HeaderObstacle;
};

/// The manifest as JSON on one line, without a line end.
std::string toJson(const Manifest &M);

/// The typed C++ header: one object per kernel in namespace \p Namespace, taken from the image
/// whose symbol is \p ImageSymbol.
std::string toHeader(const Manifest &M, const std::string &Namespace, const std::string &ImageSymbol);

} // namespace kcc::compiler

#endif
