// A tool that NVTX attaches: it writes the ranges that it is told to a text.
#include "fake_nvtx.h"

#include "core/nvtx.h"

#include <mutex>
#include <string>
#include <utility>

namespace nvtx = kcc::core::nvtx;

namespace {

std::mutex mutex;
std::string log_text;

int push(const char *name) {
  const std::lock_guard lock(mutex);
  log_text += std::string("+") + name;
  return 0;
}

int pop() {
  const std::lock_guard lock(mutex);
  log_text += "-";
  return 0;
}

} // namespace

std::string take_nvtx_log() {
  const std::lock_guard lock(mutex);
  return std::exchange(log_text, {});
}

extern "C" int InitializeInjectionNvtx2(nvtx::GetExportTable get_export_table) {
  const auto *const version = static_cast<const nvtx::VersionInfo *>(get_export_table(nvtx::table_version));
  const auto *const callbacks = static_cast<const nvtx::Callbacks *>(get_export_table(nvtx::table_callbacks));
  if (get_export_table(77) || version->version != 3 || callbacks->struct_size != sizeof *callbacks)
    return 0;
  version->set_injection_version(3);
  nvtx::Function **table = nullptr;
  unsigned size = 0;
  for (const nvtx::Module module : {nvtx::module_cuda, nvtx::module_opencl, nvtx::module_cudart,
                                    nvtx::module_core2, nvtx::module_sync, nvtx::module_core})
    if (callbacks->get_module_table(module, &table, &size) == 0 || table[0] || !table[size - 1] ||
        table[size])
      return 0;
  *table[nvtx::core_range_push] = reinterpret_cast<nvtx::Function>(push);
  *table[nvtx::core_range_pop] = reinterpret_cast<nvtx::Function>(pop);
  return 1;
}
