// What the core's opaque handles are on CUDA.
#ifndef KCC_RUNTIME_CUDA_HANDLES_H
#define KCC_RUNTIME_CUDA_HANDLES_H

#include "../core/backend.h"
#include "driver_api.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace kcc::cuda {

struct FunctionData {
  FunctionRef function = nullptr;
  std::atomic<std::size_t> dynamic_shared_bytes = 0; ///< granted so far
  std::atomic<bool> has_large_clusters = false;      ///< granted
  std::mutex granting;
};

struct ModuleData {
  ModuleRef module = nullptr;
  bool is_adopted = false; ///< other code unloads it
  std::mutex mutex;
  std::map<std::string, FunctionData> functions; // addresses are stable
};

inline StreamRef raw(core::StreamHandle *handle) {
  return reinterpret_cast<StreamRef>(handle);
}
inline EventRef raw(core::EventHandle *handle) {
  return reinterpret_cast<EventRef>(handle);
}
inline ModuleData &data(core::ModuleHandle *handle) {
  return *reinterpret_cast<ModuleData *>(handle);
}
inline FunctionData &data(core::FunctionHandle *handle) {
  return *reinterpret_cast<FunctionData *>(handle);
}
inline DevicePointer address(const void *memory) {
  return reinterpret_cast<std::uintptr_t>(memory);
}
inline void *pointer(DevicePointer address) {
  return reinterpret_cast<void *>(static_cast<std::uintptr_t>(address));
}

} // namespace kcc::cuda

#endif
