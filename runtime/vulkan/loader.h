// Loads Vulkan and makes the process's instance of it.
#ifndef KCC_RUNTIME_VULKAN_LOADER_H
#define KCC_RUNTIME_VULKAN_LOADER_H

#include "vulkan_api.h"

#include <kcc/runtime/error.h>

#include <string>
#include <variant>
#include <vector>

namespace kcc::vulkan {

using AnyFunction = void (*)();

/// A loaded library and an instance of it, which stay until the process ends.
struct Instance {
  InstanceApi api{};
  InstanceRef instance = nullptr;
  AnyFunction (*get_function)(InstanceRef, const char *) = nullptr; ///< vkGetInstanceProcAddr
};

/// Opens libvulkan.so.1 and makes an instance. The Error says what failed and what to do. Each call starts
/// anew.
std::variant<Instance, Error> make_instance();

/// The functions of a device; throws Error if one is missing.
DeviceApi device_functions(const Instance &instance, DeviceRef device, const std::string &operation);

/// Calls `list(&count, items)` as Vulkan's functions that list something are called.
template <class T, class F> std::vector<T> listed(F &&list) {
  std::uint32_t count = 0;
  list(&count, static_cast<T *>(nullptr));
  std::vector<T> items(count);
  if (count != 0)
    list(&count, items.data());
  items.resize(count);
  return items;
}

} // namespace kcc::vulkan

#endif
