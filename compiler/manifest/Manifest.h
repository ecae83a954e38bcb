// What is known about the kernels of one source file. docs/manifest.md documents the JSON form.
#ifndef KCC_MANIFEST_MANIFEST_H
#define KCC_MANIFEST_MANIFEST_H

#include "support/FloatModes.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class Function;
}

namespace kcc::compiler {

/// The index of a type that has no entry in Manifest::Types.
inline constexpr int NoLayout = -1;

/// A data member of a class. Members of anonymous structs and unions count as members of the class itself.
struct Field {
  std::string Name;
  std::string Type;
  std::string CppType; ///< for the typed header; empty if the header cannot name it
  std::string Signature;
  std::uint64_t Offset = 0; ///< in bytes from the start of the class
  std::uint64_t Size = 0;
  unsigned Bits = 0;     ///< width of a bit-field; 0 for others
  unsigned FirstBit = 0; ///< of a bit-field, in the byte at Offset
  bool Public = true;
  bool IsReference = false;
  bool IsQualified = false; ///< const or volatile
  int Layout = NoLayout;    ///< of the type that it is, points to or is an array of
};

struct Base {
  std::uint64_t Offset = 0;
  int Layout = NoLayout;
};

struct EnumValue {
  std::string Name;
  std::string Value;
};

/// The layout of a class or enumeration that the host shares with kernels.
struct TypeLayout {
  const void *Declaration = nullptr; ///< Clang's declaration, which distinguishes types of the same name
  std::string Type;                  ///< as users write it
  std::string CppType;               ///< for the typed header; empty if the header cannot name it
  std::string Signature;
  std::uint64_t Size = 0;
  std::uint64_t Align = 0;
  std::string Library;           ///< "libstdc++" or "libc++" for its classes, whose members are not listed
  bool IsAggregate = false;      ///< a class without bases of which any members can be designated
  std::vector<Base> Bases;       ///< of a class
  std::vector<Field> Fields;     ///< of a class
  std::string Underlying;        ///< of an enumeration: its integer type as C++
  std::vector<EnumValue> Values; ///< of an enumeration
};

struct Parameter {
  std::string Name;      ///< empty if the source gives none
  std::string Type;      ///< as users write it: std::span<const float>
  std::string CppType;   ///< qualified from the global namespace, for the typed header
  std::string Signature; ///< compared by a launch
  std::uint64_t Size = 0;
  std::uint64_t Align = 0;
  int Layout = NoLayout; ///< of the type that it is, points to or is an array of
};

/// A std::span that a parameter of a [[kcc::no_alias]] kernel is or contains.
struct SpanPlace {
  std::string Name;              ///< "row", "field.x[1]"
  unsigned Parameter = 0;        ///< index in the C++ function
  std::uint64_t Offset = 0;      ///< of the span within the parameter, in bytes; it starts with the pointer
  std::uint64_t ElementSize = 0; ///< in bytes
  std::optional<std::uint64_t>
      Extent;            ///< if it is static; otherwise the number of elements follows the pointer
  bool ReadOnly = false; ///< a span of const
};

/// The origin of one argument of a kernel's IR function: the C++ parameters as the host's calling convention
/// passes them.
struct ArgumentPiece {
  unsigned Parameter = 0;        ///< index in the C++ function
  std::uint64_t Offset = 0;      ///< of the piece within the parameter, in bytes
  std::uint64_t Bytes = 0;       ///< of the parameter from there on; in registers there may be more
  bool ByPointer = false;        ///< the argument is the address of the parameter, which the callee copies
  std::uint64_t CopiedBytes = 0; ///< if not 0, the caller copies the parameter, which has this size
  std::uint64_t Align = 1;       ///< of the caller's copy
};

/// The source location of a declaration.
struct SourcePlace {
  std::string File;
  unsigned Line = 0;
};

/// A kernel, from its declaration to the manifest: each compilation step adds what it finds out.
struct Kernel {
  std::string Name;  ///< qualified C++ name with template arguments
  std::string Entry; ///< symbol in the image
  std::vector<Parameter> Parameters;
  std::uint32_t MaxThreads = 0; ///< from [[kcc::launch_bounds]]; 0: not given
  std::uint32_t MinBlocks = 0;  ///< likewise
  bool NoAlias = false;         ///< [[kcc::no_alias]]
  std::vector<SpanPlace> Spans; ///< of a kernel with [[kcc::no_alias]]: those that a launch compares
  std::uint64_t StaticSharedBytes = 0;
  bool UsesBarrier = false;
  bool UsesGridSync = false;
  bool DynamicStack = false; ///< the stack depth is unknown because of recursion or indirect calls
  bool LeftOut = false; ///< by [[kcc::targets]]: the entry does nothing, and the runtime does not launch it

  // For the typed header.
  std::vector<std::string> Namespaces;
  std::string Identifier;        ///< the function's own name
  std::string TemplateHead;      ///< "template <typename T, int N>"; empty if it is no template
  std::string TemplateArguments; ///< "<float, 4>"

  // During compilation.
  std::string Symbol;      ///< of the C++ function; identifies its declaration
  std::string SecondEntry; ///< a different entry name in another declaration of the kernel; an error
  SourcePlace Place;
  bool BoundsValid = true;                    ///< false: a template was instantiated with bounds out of range
  std::string Targets;                        ///< names in [[kcc::targets]]: "ptx,cpu"; empty: all
  FloatAttributes Floats;                     ///< [[kcc::math("reproducible")]], [[kcc::ftz(true)]], ...
  std::optional<FloatAttribute> InvalidFloat; ///< an attribute of `Floats` with a wrong value; an error
  llvm::Function *Function = nullptr;         ///< a target's lowering may replace it
  std::vector<ArgumentPiece> Arguments;       ///< one for each argument of `Function`
};

/// A variable that the host reads and writes by name.
struct Global {
  Parameter Type;        ///< its name is the qualified C++ name
  std::string Symbol;    ///< in the image
  bool Constant = false; ///< in constant memory

  // For the typed header, which omits members of classes and instances of templates.
  std::vector<std::string> Namespaces;
  std::string Identifier;
  bool AtNamespaceScope = true;
};

struct Manifest {
  std::string Source; ///< file name without directories
  std::vector<Kernel> Kernels;
  std::vector<Global> Globals;
  std::vector<TypeLayout> Types; ///< everything that parameters and variables lead to

  // For the typed header: what declares the parameters' types on the host.
  std::vector<std::string> Includes;    ///< "<span>", "\"pixel.h\"", in order of first use
  std::vector<std::string> Definitions; ///< C++ text of types defined in the source file itself
  std::vector<std::string> Defined;     ///< qualified names of those types
  /// Why no typed header can be made (a class with private members defined in the source itself, …); empty if
  /// one can.
  std::string HeaderObstacle;
};

/// The first difference between two targets' manifests of one source that matters to the host, with both
/// values, worded for a message: "kernels 'k' parameters 's' size: 8 and 16"; empty if there is none. Launch
/// bounds, shared memory and barriers may differ.
std::string interfaceDifference(const Manifest &A, const Manifest &B);

/// The manifest as JSON on one line, without a newline.
std::string toJson(const Manifest &M);

/// A C++ literal for the value: `-9223372036854775808` is not one, and nonnegative values are made unsigned,
/// for 2^63 and more.
std::string integerLiteral(const std::string &Value);

/// A namespace for the typed header of a source or target called \p Name: characters that identifiers cannot
/// have become '_'; invalid namespace names get a '_' appended or "kernels_" prepended.
std::string namespaceName(llvm::StringRef Name);

/// The typed C++ header: one object per kernel in namespace \p Namespace, taken from the image whose symbol
/// is \p ImageSymbol.
std::string toHeader(const Manifest &M, const std::string &Namespace, const std::string &ImageSymbol);

} // namespace kcc::compiler

#endif
