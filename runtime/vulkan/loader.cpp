#include "loader.h"

#include "../core/call_trace.h"
#include "vulkan_errors.h"

#include <string_view>
#include <utility>

namespace kcc::vulkan {

static void add_result(core::TraceLine &line, Result result) {
  const std::string_view name = result == success ? "VK_SUCCESS" : result_name(result);
  line.add(name);
  if (name == "VkResult") {
    line.add(" ");
    line.add_number(result);
  }
}
static void add_result_name(core::TraceLine &line, const InstanceApi *, Result result) {
  add_result(line, result);
}
static void add_result_name(core::TraceLine &line, const DeviceApi *, Result result) {
  add_result(line, result);
}

namespace {

constexpr const char *loader_library = "libvulkan.so.1";

Error failure(std::string text) {
  return Error({.operation = "loading Vulkan (`" + std::string(loader_library) + "`)",
                .code = 0,
                .code_name = {},
                .text = std::move(text),
                .log = {},
                .hint = "Install the Vulkan loader (Debian: libvulkan1) and the GPU's driver "
                        "(mesa-vulkan-drivers or NVIDIA's)",
                .category = ErrorCategory::driver});
}

/// Fills in a table of functions and notes which are missing.
class Finder {
public:
  Finder(AnyFunction (*get)(void *, const char *), void *object) : get_(get), object_(object) {}

  template <class R, class... P> void find(Call<R(P...)> &call, const char *name) {
    call.name = name;
    call.function = reinterpret_cast<R (*)(P...)>(get_(object_, name));
    if (!call.function)
      missing_ += (missing_.empty() ? "" : ", ") + std::string(name);
  }
  const std::string &missing() const noexcept { return missing_; }

private:
  AnyFunction (*get_)(void *, const char *);
  void *object_;
  std::string missing_;
};

} // namespace

std::variant<Instance, Error> make_instance() {
  const core::SharedLibrary loader = core::open_shared_library(loader_library);
  if (!loader.handle)
    return failure("it cannot be opened: " + loader.problem);
  bool is_traced = false;
  try {
    is_traced = core::is_traced();
  } catch (const Error &error) {
    return error;
  }
  Instance made;
  made.get_function = reinterpret_cast<AnyFunction (*)(InstanceRef, const char *)>(
      core::find_symbol(loader.handle, "vkGetInstanceProcAddr"));
  if (!made.get_function)
    return failure("it lacks vkGetInstanceProcAddr");
  const auto get = [](void *context, const char *name) {
    const auto &instance = *static_cast<const Instance *>(context);
    return instance.get_function(instance.instance, name);
  };
  Finder finder(get, &made);
#define KCC_FIND(name, symbol, result, parameters) finder.find(made.api.name, #symbol);
  KCC_VULKAN_GLOBAL_FUNCTIONS(KCC_FIND)
  if (!finder.missing().empty())
    return failure("it is too old: it lacks " + finder.missing());
#define KCC_TRACE_CALL(name, symbol, result, parameters) core::trace_calls_of<&InstanceApi::name>(made.api);
  if (is_traced) {
    KCC_VULKAN_GLOBAL_FUNCTIONS(KCC_TRACE_CALL)
  }
  std::uint32_t version = 0;
  made.api.enumerate_instance_version(&version);
  if (version < make_version(1, 2))
    return failure("it is too old: kcc needs version 1.2, this is " + std::to_string(version_major(version)) +
                   "." + std::to_string(version_minor(version)));
  const ApplicationInfo application{.engine_name = "kcc", .api_version = make_version(1, 3)};
  const InstanceCreateInfo info{.application_info = &application};
  if (const Result result = made.api.create_instance(&info, nullptr, &made.instance); result != success)
    return vulkan_error(result, made.api.create_instance.name, "starting Vulkan");
  KCC_VULKAN_INSTANCE_FUNCTIONS(KCC_FIND)
#undef KCC_FIND
  if (!finder.missing().empty()) {
    if (made.api.destroy_instance.function)
      made.api.destroy_instance(made.instance, nullptr);
    return failure("it lacks " + finder.missing());
  }
  if (is_traced) {
    KCC_VULKAN_INSTANCE_FUNCTIONS(KCC_TRACE_CALL)
  }
#undef KCC_TRACE_CALL
  return made;
}

DeviceApi device_functions(const Instance &instance, DeviceRef device, const std::string &operation) {
  // With a trace, all devices have the loader's functions: it knows one table.
  const bool is_traced = core::is_traced();
  struct Context {
    AnyFunction (*get)(void *, const char *);
    void *from;
  } context{reinterpret_cast<AnyFunction (*)(void *, const char *)>(
                is_traced ? reinterpret_cast<AnyFunction>(instance.get_function)
                          : instance.get_function(instance.instance, "vkGetDeviceProcAddr")),
            is_traced ? static_cast<void *>(instance.instance) : device};
  Finder finder(
      [](void *data, const char *name) {
        const Context &found = *static_cast<const Context *>(data);
        return found.get ? found.get(found.from, name) : nullptr;
      },
      &context);
  DeviceApi api{};
#define KCC_FIND(name, symbol, result, parameters) finder.find(api.name, #symbol);
  KCC_VULKAN_DEVICE_FUNCTIONS(KCC_FIND)
#undef KCC_FIND
  if (!finder.missing().empty())
    detail::fail(ErrorCategory::driver, operation, "the driver lacks " + finder.missing(),
                 "Install a driver for Vulkan 1.2 or newer");
#define KCC_TRACE_CALL(name, symbol, result, parameters) core::trace_calls_of<&DeviceApi::name>(api);
  if (is_traced) {
    KCC_VULKAN_DEVICE_FUNCTIONS(KCC_TRACE_CALL)
  }
#undef KCC_TRACE_CALL
  return api;
}

} // namespace kcc::vulkan
