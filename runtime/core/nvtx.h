// The calls of NVTX, NVIDIA's interface for annotating programs, as far as kcc uses them. Without a tool,
// which sets the environment variable NVTX_INJECTION64_PATH, they do nothing. NVTX is a protocol of headers:
// the program loads the tool's library and gives it tables, into which the tool writes its functions. The
// declarations are kcc's own; tests compare them with NVIDIA's headers.
#ifndef KCC_RUNTIME_CORE_NVTX_H
#define KCC_RUNTIME_CORE_NVTX_H

#include <cstddef>
#include <cstdint>

namespace kcc::core::nvtx {

enum Module : int { // NvtxCallbackModule
  module_core = 1,
  module_cuda = 2,
  module_opencl = 3,
  module_cudart = 4,
  module_core2 = 5,
  module_sync = 6
};

// The sizes of the modules' tables, and the places of the functions that kcc calls.
inline constexpr unsigned core_size = 16, cuda_size = 9, opencl_size = 15, cudart_size = 7, core2_size = 16,
                          sync_size = 7;
inline constexpr unsigned core_range_push = 9; // nvtxRangePushA
inline constexpr unsigned core_range_pop = 11; // nvtxRangePop

enum ExportTable : std::uint32_t { // NvtxExportTableID
  table_callbacks = 1,
  table_version = 3
};

using Function = void (*)();
using GetExportTable = const void *(*)(std::uint32_t id);
using InitializeInjection = int (*)(GetExportTable);
inline constexpr const char *initialize_injection_symbol = "InitializeInjectionNvtx2";

struct Callbacks { // NvtxExportTableCallbacks
  std::size_t struct_size;
  int (*get_module_table)(Module module, Function ***table, unsigned *size);
};

struct VersionInfo { // NvtxExportTableVersionInfo
  std::size_t struct_size;
  std::uint32_t version, reserved;
  void (*set_injection_version)(std::uint32_t version);
};

inline constexpr std::uint32_t version = 3;

/// Begins a range of the calling thread. Returns whether a tool was told, so that pop() has to be called.
bool push(const char *name) noexcept;
void pop() noexcept;

} // namespace kcc::core::nvtx

#endif
