// What is known about a module's kernels, read from the manifest or, without one, from the PTX text.
#ifndef KCC_RUNTIME_CORE_MANIFEST_H
#define KCC_RUNTIME_CORE_MANIFEST_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kcc::core {

/// The index of types that have no entry in ModuleInfo::types.
inline constexpr int no_layout = -1;

struct ParameterInfo {
  std::string name;
  std::string type;       ///< as in the source
  std::string signature;  ///< empty: only the size is known
  std::size_t size = 0;   ///< bytes
  std::size_t align = 0;  ///< bytes; 0: unknown
  int layout = no_layout; ///< of the type that it is, points to or is an array of
};

struct FieldInfo {
  std::string name, signature;
  std::size_t offset = 0, size = 0; ///< bytes
  unsigned bits = 0, first_bit = 0; ///< of a bit-field; 0 for others
  int layout = no_layout;           ///< as ParameterInfo::layout
};
struct BaseInfo {
  std::size_t offset = 0; ///< bytes
  int layout = no_layout;
};
struct EnumeratorInfo {
  std::string name, value;
  friend bool operator==(const EnumeratorInfo &, const EnumeratorInfo &) = default;
};

/// A class or enumeration that a parameter or variable leads to.
struct TypeInfo {
  std::string type, signature;
  std::size_t size = 0; ///< bytes
  std::string library;  ///< "libstdc++" or "libc++" for its classes, whose members are not listed
  std::vector<BaseInfo> bases;
  std::vector<FieldInfo> fields;
  std::vector<EnumeratorInfo> enumerators;
};

/// A kernel variable that the host reads and writes.
struct GlobalInfo {
  ParameterInfo variable; ///< its name is the qualified C++ name, or the symbol if there is no manifest
  std::string symbol;     ///< in the PTX
};

/// SpanInfo::extent of a span whose number of elements is stored behind its pointer.
inline constexpr std::uint64_t dynamic_extent = ~std::uint64_t{0};

/// A std::span that a parameter is or contains.
struct SpanInfo {
  std::string name;                      ///< "row", "field.x[1]"
  std::size_t parameter = 0;             ///< index
  std::size_t offset = 0;                ///< of the span's pointer within the parameter, in bytes
  std::uint64_t element_size = 0;        ///< bytes
  std::uint64_t extent = dynamic_extent; ///< number of elements
  bool read_only = false;                ///< a span of const
};

/// The compiler accepts no more on a [[kcc::no_alias]] kernel.
inline constexpr std::size_t most_no_alias_spans = 64;

struct KernelInfo {
  std::string name;  ///< qualified C++ name; the entry if there is no manifest
  std::string entry; ///< symbol in the PTX
  std::vector<ParameterInfo> parameters;
  std::uint32_t max_threads = 0; ///< 0: not given
  std::uint32_t static_shared_bytes = 0;
  bool uses_barrier = false;
  bool uses_grid_sync = false;    ///< must be launched cooperatively
  bool dynamic_stack = false;     ///< the stack depth is unknown
  bool left_out = false;          ///< by [[kcc::targets]]: there is no code for this device
  bool ask_device = false;        ///< only the device knows the parameters
  std::vector<SpanInfo> no_alias; ///< spans whose memory must not overlap, read-only ones last
};

/// The contents of a module.
struct ModuleInfo {
  std::vector<KernelInfo> kernels;
  std::vector<GlobalInfo> globals;
  std::vector<TypeInfo> types;
  bool is_complete = true; ///< false: there may be unlisted variables and, unless `lists_kernels`, kernels
  bool lists_kernels = false;
};

/// Adds the contents of another module that was linked to this one.
void append(ModuleInfo &to, ModuleInfo from);

/// Parses a manifest (docs/manifest.md). `origin` names it in errors. Throws Error if it is not valid or has
/// another version.
ModuleInfo parse_manifest(std::string_view json, const std::string &origin);

/// The JSON text after abi::ptx_manifest_prefix, if the PTX has such a line.
std::optional<std::string_view> find_ptx_manifest(std::string_view ptx);

/// The entries of a PTX text with the sizes of their parameters (PTX ISA, "Kernel Function Parameter
/// Attributes"), if they are declared in the usual forms `.param .u64 x` and `.param .b8 x[16]`.
std::vector<KernelInfo> scan_ptx_entries(std::string_view ptx);

} // namespace kcc::core

#endif
