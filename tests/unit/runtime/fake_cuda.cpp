// Most functions take the lock, record their name, fail if the test asked for that (enter), and then do as
// little as the runtime notices. Handles point to small objects, so a sanitizer finds leaks.
#include "fake_cuda.h"

#include "cuda/driver_api.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string_view>

using namespace kcc::cuda;

// The objects behind the driver's handles.
struct kcc::cuda::ContextObject {
  int device;
};
struct kcc::cuda::StreamObject {
  int device;
};
struct kcc::cuda::EventObject {
  bool recorded;
};
struct kcc::cuda::ModuleObject {
  std::string text;
};
struct kcc::cuda::FunctionObject {
  std::string entry;
};

namespace fake_cuda {

State &state() {
  static State &state = *new State;
  return state;
}

} // namespace fake_cuda

namespace {

using fake_cuda::gpus;
using fake_cuda::state;

std::array<ContextObject, gpus.size()> contexts{{{0}, {1}, {2}}};
thread_local std::vector<Context> current_contexts; // a stack; the last is current

/// Records a call; returns the result with which it should fail, or success.
Result enter(const char *call) {
  auto &fake = state();
  if (fake.quiet)
    return success;
  fake.calls.emplace_back(call);
  if (fake.fail_call && (*fake.fail_call)-- == 0) {
    fake.fail_call.reset();
    fake.failed = call;
    return fake.fail_with;
  }
  if (const auto lasting = fake.lasting_result.find(call); lasting != fake.lasting_result.end())
    return lasting->second;
  const auto next = fake.next_result.find(call);
  if (next == fake.next_result.end())
    return success;
  const Result result = next->second;
  fake.next_result.erase(next);
  return result;
}

/// Calls that need a current context fail without one, like the driver's.
Result enter_with_context(const char *call) {
  constexpr Result invalid_context = 201;
  const Result result = enter(call);
  return result == success && (current_contexts.empty() || !current_contexts.back()) ? invalid_context
                                                                                     : result;
}

/// The error of queries about a GPU.
Result of_gpu(DeviceNumber number) {
  const auto bad = state().bad_gpus.find(number);
  return bad == state().bad_gpus.end() ? success : bad->second;
}

/// Everything in the functions below happens under one lock.
#define KCC_FAKE(call)                                                                                       \
  const std::lock_guard lock(state().mutex);                                                                 \
  if (const Result result = enter(call); result != success)                                                  \
  return result
#define KCC_FAKE_WITH_CONTEXT(call)                                                                          \
  const std::lock_guard lock(state().mutex);                                                                 \
  if (const Result result = enter_with_context(call); result != success)                                     \
  return result

void *pointer(DevicePointer address) {
  return reinterpret_cast<void *>(static_cast<std::uintptr_t>(address));
}

} // namespace

extern "C" {

Result cuInit(unsigned) {
  KCC_FAKE("cuInit");
  return success;
}
Result cuDriverGetVersion(int *version) {
  KCC_FAKE("cuDriverGetVersion");
  *version = 12040;
  return success;
}
Result cuGetErrorString(Result, const char **text) {
  *text = "the fake driver's text";
  return success;
}
Result cuDeviceGetCount(int *count) {
  KCC_FAKE("cuDeviceGetCount");
  *count = static_cast<int>(gpus.size());
  return success;
}
Result cuDeviceGet(DeviceNumber *number, int ordinal) {
  KCC_FAKE("cuDeviceGet");
  *number = ordinal;
  return success;
}
Result cuDeviceGetName(char *name, int length, DeviceNumber number) {
  KCC_FAKE("cuDeviceGetName");
  if (const Result result = of_gpu(number); result != success)
    return result;
  std::strncpy(name, gpus[static_cast<std::size_t>(number)].name, static_cast<std::size_t>(length));
  return success;
}
Result cuDeviceTotalMem_v2(std::size_t *bytes, DeviceNumber number) {
  KCC_FAKE("cuDeviceTotalMem");
  if (const Result result = of_gpu(number); result != success)
    return result;
  *bytes = std::size_t{16} << 30;
  return success;
}
Result cuDeviceGetAttribute(int *value, DeviceAttribute attribute, DeviceNumber number) {
  KCC_FAKE("cuDeviceGetAttribute");
  if (const Result result = of_gpu(number); result != success)
    return result;
  const auto &gpu = gpus[static_cast<std::size_t>(number)];
  const std::map<unsigned, int> values{
      {max_threads_per_block, 1024},
      {max_block_x, 1024},
      {max_block_y, 1024},
      {max_block_z, 64},
      {max_grid_x, 0x7fffffff},
      {max_grid_y, 65535},
      {max_grid_z, 65535},
      {shared_bytes_per_block, 48 * 1024},
      {cooperative_launch, state().cooperative},
      {cluster_launch, gpu.major >= 9},
      {shared_bytes_per_block_optin, gpu.major >= 9 ? 227 * 1024 : 64 * 1024},
      {warp_size, 32},
      {clock_rate_khz, gpu.clock_khz},
      {multiprocessor_count, gpu.multiprocessors},
      {compute_capability_major, gpu.major},
      {compute_capability_minor, gpu.minor}};
  *value = values.at(attribute);
  return success;
}
Result cuDevicePrimaryCtxRetain(Context *context, DeviceNumber number) {
  KCC_FAKE("cuDevicePrimaryCtxRetain");
  *context = &contexts[static_cast<std::size_t>(number)];
  return success;
}
Result cuCtxGetCurrent(Context *context) {
  KCC_FAKE("cuCtxGetCurrent");
  *context = current_contexts.empty() ? nullptr : current_contexts.back();
  return success;
}
Result cuCtxSetCurrent(Context context) {
  KCC_FAKE("cuCtxSetCurrent");
  if (!current_contexts.empty())
    current_contexts.pop_back();
  if (context)
    current_contexts.push_back(context);
  return success;
}
Result cuCtxPushCurrent_v2(Context context) {
  KCC_FAKE("cuCtxPushCurrent");
  current_contexts.push_back(context);
  return success;
}
Result cuCtxPopCurrent_v2(Context *context) {
  KCC_FAKE_WITH_CONTEXT("cuCtxPopCurrent");
  *context = current_contexts.back();
  current_contexts.pop_back();
  return success;
}
Result cuCtxSynchronize() {
  KCC_FAKE_WITH_CONTEXT("cuCtxSynchronize");
  state().copy_late();
  return success;
}

Result cuMemAlloc_v2(DevicePointer *memory, std::size_t bytes) {
  KCC_FAKE_WITH_CONTEXT("cuMemAlloc");
  *memory = reinterpret_cast<std::uintptr_t>(std::aligned_alloc(256, (bytes + 255) / 256 * 256));
  state().memory.insert(pointer(*memory));
  return success;
}
Result cuMemFree_v2(DevicePointer memory) {
  KCC_FAKE_WITH_CONTEXT("cuMemFree");
  state().copy_late();
  state().memory.erase(pointer(memory));
  std::free(pointer(memory));
  return success;
}
Result cuMemHostAlloc(void **memory, std::size_t bytes, unsigned flags) {
  KCC_FAKE_WITH_CONTEXT(flags == (mem_host_portable | mem_host_device_map) ? "cuMemHostAlloc"
                                                                           : "cuMemHostAlloc (other flags)");
  *memory = std::aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
  return success;
}
Result cuMemHostGetDevicePointer_v2(DevicePointer *address, void *memory, unsigned) {
  KCC_FAKE_WITH_CONTEXT("cuMemHostGetDevicePointer");
  *address = reinterpret_cast<std::uintptr_t>(memory);
  return success;
}
Result cuMemcpyHtoDAsync_v2(DevicePointer to, const void *from, std::size_t bytes, StreamRef) {
  KCC_FAKE_WITH_CONTEXT("cuMemcpyHtoDAsync");
  const auto copy = [=] { std::memcpy(pointer(to), from, bytes); };
  if (state().late_copies)
    state().late.emplace_back(copy);
  else
    copy();
  return success;
}
Result cuMemcpyDtoHAsync_v2(void *to, DevicePointer from, std::size_t bytes, StreamRef) {
  KCC_FAKE_WITH_CONTEXT("cuMemcpyDtoHAsync");
  state().copy_late();
  std::memcpy(to, pointer(from), bytes);
  return success;
}
Result cuMemcpyDtoDAsync_v2(DevicePointer to, DevicePointer from, std::size_t bytes, StreamRef) {
  KCC_FAKE_WITH_CONTEXT("cuMemcpyDtoDAsync");
  std::memmove(pointer(to), pointer(from), bytes);
  return success;
}
Result cuMemsetD8Async(DevicePointer to, unsigned char value, std::size_t bytes, StreamRef) {
  KCC_FAKE_WITH_CONTEXT("cuMemsetD8Async");
  std::memset(pointer(to), value, bytes);
  return success;
}

Result cuStreamCreate(StreamRef *stream, unsigned flags) {
  KCC_FAKE_WITH_CONTEXT(flags == stream_non_blocking ? "cuStreamCreate" : "cuStreamCreate (blocking)");
  *stream = new StreamObject{current_contexts.back()->device};
  state().streams.insert(*stream);
  return success;
}
Result cuStreamDestroy_v2(StreamRef stream) {
  KCC_FAKE_WITH_CONTEXT("cuStreamDestroy");
  state().copy_late();
  state().streams.erase(stream);
  delete stream;
  return success;
}
Result cuStreamSynchronize(StreamRef) {
  KCC_FAKE_WITH_CONTEXT("cuStreamSynchronize");
  state().copy_late();
  return success;
}
Result cuStreamQuery(StreamRef) {
  KCC_FAKE_WITH_CONTEXT("cuStreamQuery");
  return success;
}
Result cuStreamWaitEvent(StreamRef, EventRef, unsigned) {
  KCC_FAKE_WITH_CONTEXT("cuStreamWaitEvent");
  return success;
}
Result cuEventCreate(EventRef *event, unsigned) {
  KCC_FAKE_WITH_CONTEXT("cuEventCreate");
  *event = new EventObject{false};
  state().events.insert(*event);
  return success;
}
Result cuEventDestroy_v2(EventRef event) {
  KCC_FAKE_WITH_CONTEXT("cuEventDestroy");
  state().events.erase(event);
  delete event;
  return success;
}
Result cuEventRecord(EventRef event, StreamRef) {
  KCC_FAKE_WITH_CONTEXT("cuEventRecord");
  event->recorded = true;
  return success;
}
Result cuEventQuery(EventRef) {
  KCC_FAKE_WITH_CONTEXT("cuEventQuery");
  return state().late.empty() ? success : error_not_ready;
}
Result cuEventSynchronize(EventRef) {
  KCC_FAKE_WITH_CONTEXT("cuEventSynchronize");
  state().copy_late();
  return success;
}
Result cuEventElapsedTime(float *milliseconds, EventRef from, EventRef to) {
  KCC_FAKE_WITH_CONTEXT("cuEventElapsedTime");
  constexpr Result invalid_handle = 400;
  if (!from->recorded || !to->recorded)
    return invalid_handle;
  *milliseconds = 1.5f;
  return success;
}

Result cuModuleLoadDataEx(ModuleRef *module, const void *image, unsigned count, JitOption *options,
                          void **values) {
  const std::lock_guard lock(state().mutex);
  if (const Result result = enter_with_context("cuModuleLoadDataEx"); result != success) {
    char *log = nullptr;
    std::size_t bytes = 0;
    for (unsigned i = 0; i < count; ++i) {
      if (options[i] == jit_error_log)
        log = static_cast<char *>(values[i]);
      if (options[i] == jit_error_log_bytes)
        bytes = reinterpret_cast<std::uintptr_t>(values[i]);
    }
    if (log)
      std::strncpy(log, state().jit_error_log.c_str(), bytes);
    return result;
  }
  *module = new ModuleObject{static_cast<const char *>(image)};
  state().loaded.push_back((*module)->text);
  state().modules.insert(*module);
  return success;
}
Result cuModuleUnload(ModuleRef module) {
  KCC_FAKE_WITH_CONTEXT("cuModuleUnload");
  state().modules.erase(module);
  delete module;
  return success;
}
Result cuModuleGetFunction(FunctionRef *function, ModuleRef module, const char *entry) {
  KCC_FAKE_WITH_CONTEXT("cuModuleGetFunction");
  constexpr Result not_found = 500;
  if (module->text.find(".entry " + std::string(entry)) == std::string::npos)
    return not_found;
  static std::set<FunctionObject *> &functions = *new std::set<FunctionObject *>; // a driver keeps them too
  *function = *functions.insert(new FunctionObject{entry}).first;
  return success;
}
Result cuModuleGetGlobal_v2(DevicePointer *address, std::size_t *bytes, ModuleRef module, const char *name) {
  KCC_FAKE_WITH_CONTEXT("cuModuleGetGlobal");
  if (module->text.find(".u64 " + std::string(name)) != std::string::npos) {
    *address = reinterpret_cast<std::uintptr_t>(&state().print_control);
    *bytes = sizeof(state().print_control);
    return success;
  }
  // As the tests write it, and as the compiler does: ".global .align 4 .b8 name[8];".
  if (module->text.find(".global " + std::string(name)) == std::string::npos &&
      module->text.find(".b8 " + std::string(name) + "[8]") == std::string::npos)
    return error_not_found;
  auto &memory = state().globals[{module, name}]; // every module has its own
  memory.resize(8);
  *address = reinterpret_cast<std::uintptr_t>(memory.data());
  *bytes = memory.size();
  return success;
}
Result cuCtxSetLimit(Limit limit, std::size_t value) {
  KCC_FAKE_WITH_CONTEXT("cuCtxSetLimit");
  constexpr Result invalid_value = 1;
  if (limit == limit_stack_bytes)
    state().stack_bytes = value;
  else if (limit == limit_malloc_heap_bytes)
    state().heap_bytes = (value + 4095) / 4096 * 4096;
  else
    return invalid_value;
  return success;
}
Result cuCtxGetLimit(std::size_t *value, Limit limit) {
  KCC_FAKE_WITH_CONTEXT("cuCtxGetLimit");
  *value = limit == limit_stack_bytes ? state().stack_bytes : state().heap_bytes;
  return success;
}
Result cuFuncGetAttribute(int *value, FunctionAttribute attribute, FunctionRef) {
  KCC_FAKE_WITH_CONTEXT("cuFuncGetAttribute");
  *value = attribute == function_max_threads ? state().max_threads_per_block : state().static_shared_bytes;
  return success;
}
Result cuFuncSetAttribute(FunctionRef function, FunctionAttribute attribute, int value) {
  KCC_FAKE_WITH_CONTEXT("cuFuncSetAttribute");
  constexpr Result invalid_value = 1;
  if (attribute != function_max_dynamic_shared_bytes)
    return invalid_value;
  state().granted_shared_bytes[function->entry] = value;
  return success;
}
} // extern "C"

namespace {

/// Common to all kinds of launches; called under the lock.
Result launch(FunctionRef function, fake_cuda::Launch launch, void **arguments) {
  constexpr Result invalid_handle = 400;
  if (launch.stream && static_cast<StreamRef>(launch.stream)->device != current_contexts.back()->device)
    return invalid_handle;
  const unsigned blocks = launch.grid[0] * launch.grid[1] * launch.grid[2];
  const auto &gpu = gpus[static_cast<std::size_t>(current_contexts.back()->device)];
  if (launch.cooperative && blocks > static_cast<unsigned>(state().resident_blocks * gpu.multiprocessors))
    return error_cooperative_launch_too_large;
  if (state().quiet)
    return success;
  launch.entry = function->entry;
  const auto &bytes = state().parameter_bytes[function->entry];
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto *argument = static_cast<const std::byte *>(arguments[i]);
    launch.arguments.emplace_back(argument, argument + bytes[i]);
  }
  state().launches.push_back(std::move(launch));
  return success;
}

} // namespace

extern "C" {

Result cuLaunchKernel(FunctionRef function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                      unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared, StreamRef stream,
                      void **arguments, void **) {
  KCC_FAKE_WITH_CONTEXT("cuLaunchKernel");
  return launch(
      function,
      {{}, {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared, stream, false, {1, 1, 1}, {}},
      arguments);
}
Result cuLaunchCooperativeKernel(FunctionRef function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                 unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                                 StreamRef stream, void **arguments) {
  KCC_FAKE_WITH_CONTEXT("cuLaunchCooperativeKernel");
  return launch(
      function,
      {{}, {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared, stream, true, {1, 1, 1}, {}},
      arguments);
}
Result cuLaunchKernelEx(const LaunchDescription *description, FunctionRef function, void **arguments,
                        void **) {
  KCC_FAKE_WITH_CONTEXT("cuLaunchKernelEx");
  const LaunchDescription &d = *description;
  fake_cuda::Launch described{{},
                              {d.grid_x, d.grid_y, d.grid_z},
                              {d.block_x, d.block_y, d.block_z},
                              d.shared_bytes,
                              d.stream,
                              false,
                              {1, 1, 1},
                              {}};
  for (unsigned i = 0; i < d.attribute_count; ++i) {
    const LaunchAttribute &attribute = d.attributes[i];
    if (attribute.kind == launch_cooperative)
      described.cooperative = attribute.value.cooperative != 0;
    else if (attribute.kind == launch_cluster_dimension)
      described.cluster = {attribute.value.cluster.x, attribute.value.cluster.y, attribute.value.cluster.z};
  }
  return launch(function, std::move(described), arguments);
}
Result cuOccupancyMaxActiveBlocksPerMultiprocessor(int *count, FunctionRef, int, std::size_t) {
  KCC_FAKE_WITH_CONTEXT("cuOccupancyMaxActiveBlocksPerMultiprocessor");
  *count = state().resident_blocks;
  return success;
}
Result cuOccupancyMaxActiveClusters(int *count, FunctionRef, const LaunchDescription *) {
  KCC_FAKE_WITH_CONTEXT("cuOccupancyMaxActiveClusters");
  *count = state().resident_clusters;
  return success;
}

} // extern "C"
