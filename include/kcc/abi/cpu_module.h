// A module file for the CPU device: a shared object with the code of one source (kcc --emit=so), which a
// program loads at run time. It cannot refer to the runtime's symbols, because a program links the runtime
// statically and keeps the symbols to itself; so it lists what it needs, and the runtime fills in the
// addresses.
#ifndef KCC_ABI_CPU_MODULE_H
#define KCC_ABI_CPU_MODULE_H

#include <kcc/abi/image.h>

#include <cstddef>
#include <cstdint>

namespace kcc::abi {

/// A function of the runtime (abi/cpu_functions.h) that the code calls.
struct CpuImport {
  const char *name;
  void **address; ///< to be filled in; `name` is a function, whatever its type
};

/// What the runtime looks up in the file.
struct CpuModule {
  std::uint32_t abi_version; ///< of everything that follows
  std::uint32_t import_count;
  const CpuImport *imports;
  const Image *image; ///< has one code, of kind CodeKind::cpu
  /// Where the constant variables are.
  const std::byte *constants_begin, *constants_end;
};
inline constexpr char cpu_module_symbol[] = "kcc_module";

/// An import that is not in abi/cpu_functions.h, of type `CpuThread **()`: it returns the address of the
/// calling thread's `kcc_cpu_thread`.
inline constexpr char cpu_thread_import[] = "kcc_cpu_thread";

} // namespace kcc::abi

#endif
