// How code that a program loads at run time is compiled and described.
#ifndef KCC_RUNTIME_MODULE_OPTIONS_H
#define KCC_RUNTIME_MODULE_OPTIONS_H

#include <filesystem>
#include <optional>
#include <string>

namespace kcc {

/// How the CUDA driver compiles PTX. Cubins are loaded as they are. The CPU device ignores all of it.
struct JitOptions {
  /// What the driver takes from a fatbin that has no code for exactly this GPU.
  enum class Fallback {
    ptx,              ///< PTX, if it has any
    compatible_binary ///< code for an older GPU of the same generation
  };
  /// Where loads from global memory are cached that do not say it themselves (ptxas: -dlcm).
  enum class L1Cache {
    standard, ///< as the driver chooses
    off,      ///< only in L2
    on        ///< in L1, too
  };

  std::optional<int> optimization_level = {}; ///< 0 to 4; the driver's default is 4
  unsigned max_registers = 0;                 ///< of each thread; more values spill to memory. 0: no limit
  bool line_info = false;                     ///< line numbers for profilers
  bool debug_info = false;                    ///< for debuggers; kernels are then much slower
  bool verbose = false;    ///< Module::log() lists registers and spills; compiles PTX each time
  std::string target = {}; ///< "sm_90", "sm_90a"; empty: the device's architecture
  Fallback fallback = Fallback::ptx;
  L1Cache l1_cache = L1Cache::standard;

  friend bool operator==(const JitOptions &, const JitOptions &) = default;
};

/// How Module::load_file, load_data and load_ptx load.
struct ModuleOptions {
  JitOptions jit = {};
  /// The manifest of code that does not contain one, such as a cubin: the text that `kcc --emit=manifest`
  /// writes, or a file with it. At most one of the two.
  std::string manifest = {};
  std::filesystem::path manifest_file = {};
  /// What messages call the module; empty: the file's name, or what the bytes are.
  std::string name = {};
};

} // namespace kcc

#endif
