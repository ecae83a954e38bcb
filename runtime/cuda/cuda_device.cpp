// Most functions make the device's context current to the thread (Current) and then make one driver call,
// whose failure they throw as an Error (CudaDevice::call).
#include "cuda_device.h"

#include "../core/dimensions.h"
#include "choose_code.h"

#include <array>
#include <atomic>
#include <map>
#include <vector>

namespace kcc::cuda {

namespace {

/// A kernel may use this much shared memory without opt-in (CUDA Programming Guide, "Compute Capabilities").
constexpr std::size_t shared_bytes_without_asking = 48 * 1024;

struct FunctionData {
  FunctionRef function = nullptr;
  std::atomic<std::size_t> dynamic_shared_bytes = 0; ///< granted so far
  std::mutex granting;
};

struct ModuleData {
  ModuleRef module = nullptr;
  std::mutex mutex;
  std::map<std::string, FunctionData> functions; // addresses are stable
};

StreamRef raw(core::StreamHandle *handle) {
  return reinterpret_cast<StreamRef>(handle);
}
EventRef raw(core::EventHandle *handle) {
  return reinterpret_cast<EventRef>(handle);
}
ModuleData &data(core::ModuleHandle *handle) {
  return *reinterpret_cast<ModuleData *>(handle);
}
FunctionData &data(core::FunctionHandle *handle) {
  return *reinterpret_cast<FunctionData *>(handle);
}
DevicePointer address(const void *memory) {
  return reinterpret_cast<std::uintptr_t>(memory);
}

} // namespace

/// Makes the device's context current to the calling thread for a scope.
///
/// It asks the driver which context is current each time (a load from thread-local storage there) instead of
/// remembering it, because any other library may change it. A thread without a context keeps this one, as it
/// would keep the CUDA runtime's; a thread with another one gets that back.
class CudaDevice::Current {
public:
  Current(CudaDevice &device, const Operation &operation) : api_(device.api_) {
    const Context wanted = device.context(operation);
    Context current = nullptr;
    device.call(operation, api_.ctx_get_current, &current);
    if (current == wanted)
      return;
    device.call(operation, current ? api_.ctx_push_current : api_.ctx_set_current, wanted);
    pushed_ = current != nullptr;
  }
  ~Current() {
    if (pushed_) {
      Context popped;
      api_.ctx_pop_current(&popped);
    }
  }
  Current(const Current &) = delete;
  Current &operator=(const Current &) = delete;

private:
  const DriverApi &api_;
  bool pushed_ = false;
};

namespace {

/// For destructors: errors have nowhere to go, and the driver may be gone already.
template <class F> void without_throwing(F &&work) noexcept {
  try {
    work([]() -> std::string { return {}; });
  } catch (const Error &) { // the memory is freed with the context or the process
  }
}

} // namespace

Context CudaDevice::context(const Operation &operation) {
  std::call_once(retained_, [&] { call(operation, api_.primary_ctx_retain, &context_, number_); });
  return context_;
}

Error CudaDevice::failed(Result result, const char *call, const Operation &operation) const {
  return print_buffer_.failed(result, call, operation.text());
}

core::Messages CudaDevice::fetch_messages() {
  if (!print_buffer_.exists())
    return {};
  const auto nothing = [] { return std::string("reading the output of kernels"); };
  std::optional<Current> current;
  try {
    current.emplace(*this, nothing);
  } catch (const Error &) { // the next call that waits reports it
  }
  return print_buffer_.take();
}

void CudaDevice::synchronize(Operation operation) {
  const Current current(*this, operation);
  call(operation, api_.ctx_synchronize);
}

void *CudaDevice::allocate(std::size_t bytes, Operation operation) {
  const Current current(*this, operation);
  DevicePointer memory = 0;
  call(operation, api_.mem_alloc, &memory, bytes);
  return reinterpret_cast<void *>(static_cast<std::uintptr_t>(memory));
}

void CudaDevice::release(void *memory) noexcept {
  without_throwing([&](Operation operation) {
    const Current current(*this, operation);
    api_.mem_free(address(memory)); // waits for the device
  });
}

void CudaDevice::copy_in(StreamHandle *stream, void *to, const void *host, std::size_t bytes,
                         Operation operation) {
  const Current current(*this, operation);
  call(operation, api_.memcpy_htod_async, address(to), host, bytes, raw(stream));
}

void CudaDevice::copy_out(StreamHandle *stream, void *host, const void *from, std::size_t bytes,
                          Operation operation) {
  const Current current(*this, operation);
  call(operation, api_.memcpy_dtoh_async, host, address(from), bytes, raw(stream));
}

void CudaDevice::copy_within(StreamHandle *stream, void *to, const void *from, std::size_t bytes,
                             Operation operation) {
  const Current current(*this, operation);
  call(operation, api_.memcpy_dtod_async, address(to), address(from), bytes, raw(stream));
}

void CudaDevice::fill(StreamHandle *stream, void *to, std::byte value, std::size_t bytes,
                      Operation operation) {
  const Current current(*this, operation);
  call(operation, api_.memset_d8_async, address(to), std::to_integer<unsigned char>(value), bytes,
       raw(stream));
}

core::StreamHandle *CudaDevice::create_stream(Operation operation) {
  const Current current(*this, operation);
  StreamRef stream = nullptr;
  call(operation, api_.stream_create, &stream, stream_non_blocking);
  return reinterpret_cast<StreamHandle *>(stream);
}

void CudaDevice::destroy_stream(StreamHandle *stream) noexcept {
  without_throwing([&](Operation operation) {
    const Current current(*this, operation);
    api_.stream_destroy(raw(stream));
  });
}

void CudaDevice::synchronize_stream(StreamHandle *stream, Operation operation) {
  const Current current(*this, operation);
  call(operation, api_.stream_synchronize, raw(stream));
}

bool CudaDevice::stream_done(StreamHandle *stream, Operation operation) {
  const Current current(*this, operation);
  const Result result = api_.stream_query(raw(stream));
  if (result != success && result != error_not_ready)
    throw failed(result, api_.stream_query.name, operation);
  return result == success;
}

void *CudaDevice::native_stream(StreamHandle *stream) noexcept {
  return stream;
}

core::EventHandle *CudaDevice::create_event(Operation operation) {
  const Current current(*this, operation);
  EventRef event = nullptr;
  call(operation, api_.event_create, &event, event_default);
  return reinterpret_cast<EventHandle *>(event);
}

void CudaDevice::destroy_event(EventHandle *event) noexcept {
  without_throwing([&](Operation operation) {
    const Current current(*this, operation);
    api_.event_destroy(raw(event));
  });
}

void CudaDevice::record_event(EventHandle *event, StreamHandle *stream, Operation operation) {
  const Current current(*this, operation);
  call(operation, api_.event_record, raw(event), raw(stream));
}

void CudaDevice::wait_event(StreamHandle *stream, EventHandle *event, Operation operation) {
  const Current current(*this, operation);
  call(operation, api_.stream_wait_event, raw(stream), raw(event), 0u);
}

void CudaDevice::synchronize_event(EventHandle *event, Operation operation) {
  const Current current(*this, operation);
  call(operation, api_.event_synchronize, raw(event));
}

bool CudaDevice::event_done(EventHandle *event, Operation operation) {
  const Current current(*this, operation);
  const Result result = api_.event_query(raw(event));
  if (result != success && result != error_not_ready)
    throw failed(result, api_.event_query.name, operation);
  return result == success;
}

std::chrono::duration<double, std::milli> CudaDevice::elapsed(EventHandle *from, EventHandle *to,
                                                              Operation operation) {
  const Current current(*this, operation);
  float milliseconds = 0;
  call(operation, api_.event_elapsed_time, &milliseconds, raw(from), raw(to));
  return std::chrono::duration<double, std::milli>(milliseconds);
}

const abi::Code &CudaDevice::choose_code(const abi::Image &image, Operation operation) {
  if (const abi::Code *code = cuda::choose_code(image, capability_))
    return *code;
  std::string present;
  for (const abi::Code &code : std::span(image.codes, image.code_count))
    if (code.kind == abi::CodeKind::ptx)
      present += (present.empty() ? "" : ", ") + std::string(code.arch);
  detail::fail(operation.text(),
               "the image has no PTX that runs on " + info().arch + "; it has PTX for " +
                   (present.empty() ? "no architecture" : present),
               "Compile the kernels for " + info().arch +
                   " or an older architecture without a or f behind the number");
}

core::ModuleHandle *CudaDevice::load_code(const abi::Code &code, Operation operation) {
  if (code.kind != abi::CodeKind::ptx)
    detail::fail(operation.text(), "a GPU cannot load code of this kind");
  const auto *ptx = static_cast<const char *>(code.bytes);
  const Current current(*this, operation);
  constexpr std::size_t log_bytes = 16 * 1024;
  std::vector<char> info_log(log_bytes), error_log(log_bytes);
  std::array options{jit_info_log, jit_info_log_bytes, jit_error_log, jit_error_log_bytes};
  // Numbers are passed in place of the pointers (cuModuleLoadDataEx).
  const auto number = [](std::size_t n) { return reinterpret_cast<void *>(n); };
  std::array<void *, options.size()> values{info_log.data(), number(log_bytes), error_log.data(),
                                            number(log_bytes)};
  auto module = std::make_unique<ModuleData>();
  const Result result = api_.module_load_data_ex(&module->module, ptx, static_cast<unsigned>(options.size()),
                                                 options.data(), values.data());
  if (result != success) {
    info_log.back() = error_log.back() = '\0';
    throw print_buffer_.failed(result, api_.module_load_data_ex.name, operation.text(),
                               std::string(error_log.data()) + info_log.data());
  }
  try {
    print_buffer_.attach(module->module, ptx, operation.text());
  } catch (const Error &) {
    api_.module_unload(module->module);
    throw;
  }
  return reinterpret_cast<ModuleHandle *>(module.release());
}

void CudaDevice::unload(ModuleHandle *module) noexcept {
  without_throwing([&](Operation operation) {
    const Current current(*this, operation);
    api_.ctx_synchronize(); // a launch of it may still run in a destroyed stream
    core::deliver_quietly(*this, core::Delivery::no_wait);
    api_.module_unload(data(module).module);
  });
  delete &data(module);
}

core::Function CudaDevice::function(ModuleHandle *handle, const char *entry, Operation operation) {
  const Current current(*this, operation);
  ModuleData &module = data(handle);
  const std::lock_guard lock(module.mutex);
  FunctionRef found = nullptr;
  call(operation, api_.module_get_function, &found, module.module, entry);
  int max_threads = 0, static_shared = 0;
  call(operation, api_.func_get_attribute, &max_threads, function_max_threads, found);
  call(operation, api_.func_get_attribute, &static_shared, function_static_shared_bytes, found);
  FunctionData &function = module.functions[entry];
  function.function = found;
  return {reinterpret_cast<core::FunctionHandle *>(&function), static_cast<std::uint32_t>(max_threads),
          static_cast<std::uint32_t>(static_shared)};
}

void CudaDevice::grant_shared_memory(const core::Launch &launch, const Operation &operation) {
  FunctionData &function = data(launch.function);
  const std::size_t dynamic = launch.config->dynamic_shared_bytes;
  if (dynamic + launch.static_shared_bytes > shared_bytes_without_asking &&
      dynamic > function.dynamic_shared_bytes) {
    // It is only ever raised: another thread may be about to launch with a size that was granted to it.
    const std::lock_guard lock(function.granting);
    if (dynamic > function.dynamic_shared_bytes) {
      call(operation, api_.func_set_attribute, function.function, function_max_dynamic_shared_bytes,
           static_cast<int>(dynamic));
      function.dynamic_shared_bytes = dynamic;
    }
  }
}

namespace {

/// A launch with attributes for which cuLaunchKernel has no parameters.
struct DescribedLaunch {
  DescribedLaunch(const LaunchConfig &config, StreamRef stream) {
    if (config.cooperative) {
      LaunchAttribute &attribute = attributes[description.attribute_count++];
      attribute.kind = launch_cooperative;
      attribute.value.cooperative = 1;
    }
    if (config.cluster != Dim3{}) {
      LaunchAttribute &attribute = attributes[description.attribute_count++];
      attribute.kind = launch_cluster_dimension;
      attribute.value.cluster = {config.cluster.x, config.cluster.y, config.cluster.z};
    }
    description.grid_x = config.grid.x;
    description.grid_y = config.grid.y;
    description.grid_z = config.grid.z;
    description.block_x = config.block.x;
    description.block_y = config.block.y;
    description.block_z = config.block.z;
    description.shared_bytes = static_cast<unsigned>(config.dynamic_shared_bytes);
    description.stream = stream;
    description.attributes = attributes.data();
  }
  DescribedLaunch(const DescribedLaunch &) = delete;
  DescribedLaunch &operator=(const DescribedLaunch &) = delete;

  std::array<LaunchAttribute, 2> attributes{};
  LaunchDescription description{};
};

} // namespace

void CudaDevice::launch(StreamHandle *stream, const core::Launch &launch, Operation operation) {
  const Current current(*this, operation);
  grant_shared_memory(launch, operation);
  FunctionRef function = data(launch.function).function;
  const LaunchConfig &config = *launch.config;
  const auto shared_bytes = static_cast<unsigned>(config.dynamic_shared_bytes);
  void **const arguments = const_cast<void **>(launch.arguments);
  const bool has_clusters = config.cluster != Dim3{};
  if (!config.cooperative && !has_clusters) {
    call(operation, api_.launch_kernel, function, config.grid.x, config.grid.y, config.grid.z, config.block.x,
         config.block.y, config.block.z, shared_bytes, raw(stream), arguments, static_cast<void **>(nullptr));
    return;
  }
  // Uses the older call if possible, because not every driver has the other one.
  Result result;
  const char *name;
  if (has_clusters) {
    const DescribedLaunch described(config, raw(stream));
    name = api_.launch_kernel_ex.name;
    result = api_.launch_kernel_ex(&described.description, function, arguments, nullptr);
  } else {
    name = api_.launch_cooperative_kernel.name;
    result =
        api_.launch_cooperative_kernel(function, config.grid.x, config.grid.y, config.grid.z, config.block.x,
                                       config.block.y, config.block.z, shared_bytes, raw(stream), arguments);
  }
  if (result == error_cooperative_launch_too_large) {
    const std::uint32_t most = max_cooperative_blocks(launch, operation);
    core::fail_too_many_cooperative_blocks(operation.text(), config, most);
  }
  if (result != success)
    throw failed(result, name, operation);
}

std::uint32_t CudaDevice::max_cooperative_blocks(const core::Launch &launch, Operation operation) {
  const Current current(*this, operation);
  int has_cooperative_launches = 0;
  call(operation, api_.device_get_attribute, &has_cooperative_launches, cooperative_launch, number_);
  if (has_cooperative_launches == 0)
    return 0;
  grant_shared_memory(launch, operation); // the driver's answer depends on what the function may use
  FunctionRef function = data(launch.function).function;
  const LaunchConfig &config = *launch.config;
  int count = 0;
  if (config.cluster != Dim3{}) {
    const DescribedLaunch described(config, nullptr);
    call(operation, api_.occupancy_max_active_clusters, &count, function, &described.description);
    return static_cast<std::uint32_t>(count) * core::small_volume(config.cluster);
  }
  call(operation, api_.occupancy_max_active_blocks, &count, function,
       static_cast<int>(core::small_volume(config.block)), config.dynamic_shared_bytes);
  return static_cast<std::uint32_t>(count) * info().limits.multiprocessors;
}

core::GlobalMemory CudaDevice::global(ModuleHandle *module, const char *symbol, Operation operation) {
  const Current current(*this, operation);
  DevicePointer memory = 0;
  std::size_t bytes = 0;
  call(operation, api_.module_get_global, &memory, &bytes, data(module).module, symbol);
  return {reinterpret_cast<void *>(static_cast<std::uintptr_t>(memory)), bytes};
}

void CudaDevice::reserve_stack(std::size_t bytes, Operation operation) {
  const Current current(*this, operation);
  std::size_t now = 0;
  call(operation, api_.ctx_get_limit, &now, limit_stack_bytes);
  if (now < bytes)
    call(operation, api_.ctx_set_limit, limit_stack_bytes, bytes);
}

void CudaDevice::set_heap_bytes(std::size_t bytes, Operation operation) {
  const Current current(*this, operation);
  call(operation, api_.ctx_set_limit, limit_malloc_heap_bytes, bytes);
}

std::size_t CudaDevice::heap_bytes(Operation operation) {
  const Current current(*this, operation);
  std::size_t bytes = 0;
  call(operation, api_.ctx_get_limit, &bytes, limit_malloc_heap_bytes);
  return bytes;
}

} // namespace kcc::cuda
