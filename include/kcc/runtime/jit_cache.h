// The cache of compiled code on disk.
#ifndef KCC_RUNTIME_JIT_CACHE_H
#define KCC_RUNTIME_JIT_CACHE_H

#include <cstdint>
#include <filesystem>

namespace kcc {

/// Cubins that the driver made of PTX, and what Vulkan and OpenCL drivers made of SPIR-V, for later
/// processes. An entry is valid for the same code, options, architecture and driver version. Several
/// processes may use a folder at the same time; entries that are damaged, and folders that belong to others
/// or that others may write to, are not used. If the folder cannot be written, code is compiled each time.
struct JitCache {
  bool enabled = false;
  /// Empty: $XDG_CACHE_HOME/kcc/jit or ~/.cache/kcc/jit. It is created when needed, for the user alone.
  std::filesystem::path folder = {};
  /// Bytes at which the entries that were not used for the longest time are removed.
  std::uint64_t limit = std::uint64_t{256} << 20;
};

/// The settings of the process. Until set_jit_cache() is called they come from the environment:
/// KCC_JIT_CACHE=1 enables the cache, KCC_JIT_CACHE_DIR names the folder, KCC_JIT_CACHE_LIMIT is the limit in
/// MiB (0: no cache). May be called from any thread.
JitCache jit_cache();

/// Sets them; modules that are loaded later follow. May be called from any thread.
void set_jit_cache(JitCache settings);

} // namespace kcc

#endif
