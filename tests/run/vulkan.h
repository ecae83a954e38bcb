// The part of Vulkan 1.2 that the tests of external memory and semaphores use, from the loader or from
// NVIDIA's driver itself. The declarations are kcc's own.
#ifndef KCC_TESTS_RUN_VULKAN_H
#define KCC_TESTS_RUN_VULKAN_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <dlfcn.h>
#include <stdexcept>
#include <string>

namespace vulkan {

using Handle = std::uint64_t; // of objects that are not dispatchable
using Result = int;
constexpr std::uint32_t opaque_fd = 1; // VK_EXTERNAL_..._HANDLE_TYPE_OPAQUE_FD_BIT

struct ApplicationInfo {
  std::uint32_t type = 0;
  const void *next = nullptr;
  const char *name = "test";
  std::uint32_t version = 0;
  const char *engine = nullptr;
  std::uint32_t engine_version = 0, api_version = 1u << 22 | 2u << 12;
};
struct InstanceInfo {
  std::uint32_t type = 1;
  const void *next = nullptr;
  std::uint32_t flags = 0;
  const ApplicationInfo *application;
  std::uint32_t layer_count = 0;
  const char *const *layers = nullptr;
  std::uint32_t extension_count = 0;
  const char *const *extensions = nullptr;
};
struct QueueInfo {
  std::uint32_t type = 2;
  const void *next = nullptr;
  std::uint32_t flags = 0, family = 0, count = 1;
  const float *priorities;
};
struct TimelineFeature {
  std::uint32_t type = 1000207000;
  void *next = nullptr;
  std::uint32_t timeline = 1;
};
struct DeviceInfo {
  std::uint32_t type = 3;
  const void *next;
  std::uint32_t flags = 0, queue_count = 1;
  const QueueInfo *queues;
  std::uint32_t layer_count = 0;
  const char *const *layers = nullptr;
  std::uint32_t extension_count;
  const char *const *extensions;
  const void *features = nullptr;
};
struct ExportInfo { // of memory and of semaphores
  std::uint32_t type;
  const void *next;
  std::uint32_t handle_types = opaque_fd;
};
struct SemaphoreTypeInfo {
  std::uint32_t type = 1000207002;
  const void *next = nullptr;
  std::uint32_t kind; ///< 0: binary, 1: timeline
  std::uint64_t value = 0;
};
struct SemaphoreInfo {
  std::uint32_t type = 9;
  const void *next;
  std::uint32_t flags = 0;
};
struct MemoryInfo {
  std::uint32_t type = 5;
  const void *next;
  std::uint64_t bytes;
  std::uint32_t memory_type;
};
struct FdInfo { // of memory and of semaphores
  std::uint32_t type;
  const void *next = nullptr;
  Handle object;
  std::uint32_t handle_type = opaque_fd;
};
struct SignalInfo {
  std::uint32_t type = 1000207005;
  const void *next = nullptr;
  Handle semaphore;
  std::uint64_t value;
};
struct WaitInfo {
  std::uint32_t type = 1000207004;
  const void *next = nullptr;
  std::uint32_t flags = 0, count = 1;
  const Handle *semaphores;
  const std::uint64_t *values;
};

/// The first NVIDIA GPU of Vulkan. Throws std::runtime_error if there is none.
class Gpu {
public:
  Gpu() {
    void *library = dlopen("libvulkan.so.1", RTLD_NOW);
    const char *entry = "vkGetInstanceProcAddr";
    if (!library) { // NVIDIA's driver works without the loader, and by this file without a display
      library = dlopen("libEGL_nvidia.so.0", RTLD_NOW);
      entry = "vk_icdGetInstanceProcAddr";
      if (!library)
        throw std::runtime_error(dlerror());
      std::uint32_t version = 5;
      if (const auto negotiate = reinterpret_cast<Result (*)(std::uint32_t *)>(
              dlsym(library, "vk_icdNegotiateLoaderICDInterfaceVersion")))
        negotiate(&version);
    }
    find_ = reinterpret_cast<Find>(dlsym(library, entry));
    if (!find_)
      throw std::runtime_error("there is no " + std::string(entry));
    const ApplicationInfo application;
    const InstanceInfo instance{.application = &application};
    call<const InstanceInfo *, const void *, void **>("vkCreateInstance", &instance, nullptr, &instance_);
    std::uint32_t count = 1;
    call<void *, std::uint32_t *, void **>("vkEnumeratePhysicalDevices", instance_, &count, &physical_, 5);
    const float priority = 1;
    const QueueInfo queue{.priorities = &priority};
    const TimelineFeature timeline;
    constexpr std::array extensions{"VK_KHR_external_semaphore_fd", "VK_KHR_external_memory_fd"};
    const DeviceInfo device{.next = &timeline,
                            .queues = &queue,
                            .extension_count = extensions.size(),
                            .extensions = extensions.data()};
    call<void *, const DeviceInfo *, const void *, void **>("vkCreateDevice", physical_, &device, nullptr,
                                                            &device_);
  }
  Gpu(const Gpu &) = delete;
  Gpu &operator=(const Gpu &) = delete;
  ~Gpu() {
    if (semaphore_ != 0)
      destroy("vkDestroySemaphore", semaphore_);
    if (memory_ != 0)
      destroy("vkFreeMemory", memory_);
    function<void, void *, const void *>("vkDestroyDevice")(device_, nullptr);
    function<void, void *, const void *>("vkDestroyInstance")(instance_, nullptr);
  }

  /// Makes the one semaphore of this object, and exports it.
  int export_semaphore(bool is_timeline) {
    const SemaphoreTypeInfo kind{.kind = is_timeline ? 1u : 0u};
    const ExportInfo exported{.type = 1000077000, .next = &kind};
    const SemaphoreInfo info{.next = &exported};
    call<void *, const SemaphoreInfo *, const void *, Handle *>("vkCreateSemaphore", device_, &info, nullptr,
                                                                &semaphore_);
    return export_fd("vkGetSemaphoreFdKHR", {.type = 1000079001, .object = semaphore_});
  }
  void signal(std::uint64_t value) {
    const SignalInfo info{.semaphore = semaphore_, .value = value};
    call<void *, const SignalInfo *>("vkSignalSemaphore", device_, &info);
  }
  /// Throws after ten seconds.
  void wait(std::uint64_t value) {
    const WaitInfo info{.semaphores = &semaphore_, .values = &value};
    call<void *, const WaitInfo *, std::uint64_t>("vkWaitSemaphores", device_, &info,
                                                  std::uint64_t{10'000'000'000});
  }

  /// Allocates the one memory of this object, of the first type, and exports it.
  int export_memory(std::uint64_t bytes) {
    const ExportInfo exported{.type = 1000072002, .next = nullptr};
    for (std::uint32_t type = 0; type < 32; ++type) { // the first ones may not be memory that can be exported
      const MemoryInfo info{.next = &exported, .bytes = bytes, .memory_type = type};
      if (function<Result, void *, const MemoryInfo *, const void *, Handle *>("vkAllocateMemory")(
              device_, &info, nullptr, &memory_) == 0)
        return export_fd("vkGetMemoryFdKHR", {.type = 1000074002, .object = memory_});
    }
    throw std::runtime_error("vkAllocateMemory failed");
  }

private:
  using Function = void (*)();
  using Find = Function (*)(void *instance, const char *name);

  template <class R, class... P> using FunctionOf = R (*)(P...);
  template <class R, class... P> FunctionOf<R, P...> function(const char *name) const {
    const auto found = reinterpret_cast<FunctionOf<R, P...>>(find_(instance_, name));
    if (!found)
      throw std::runtime_error("there is no " + std::string(name));
    return found;
  }
  template <class... P> void call(const char *name, P... arguments, Result also_good = 0) const {
    const Result result = function<Result, P...>(name)(arguments...);
    if (result != 0 && result != also_good)
      throw std::runtime_error(std::string(name) + ": " + std::to_string(result));
  }
  int export_fd(const char *name, const FdInfo &info) const {
    int fd = -1;
    call<void *, const FdInfo *, int *>(name, device_, &info, &fd);
    return fd;
  }
  void destroy(const char *name, Handle object) const {
    function<void, void *, Handle, const void *>(name)(device_, object, nullptr);
  }

  Find find_ = nullptr;
  void *instance_ = nullptr, *physical_ = nullptr, *device_ = nullptr;
  Handle semaphore_ = 0, memory_ = 0;
};

} // namespace vulkan

#endif
