#include "cuda_modules.h"

#include "../core/hash.h"
#include "../core/jit_cache_folder.h"
#include "../core/jit_cache_settings.h"
#include "compiled_anew.h"
#include "current.h"
#include "handles.h"
#include "jit.h"

#include <string_view>

namespace kcc::cuda {

namespace {

/// What to do with code that the driver cannot load; null for the kinds that it can.
const char *remedy(core::ContentKind kind) {
  switch (kind) {
  case core::ContentKind::ptx:
  case core::ContentKind::cubin:
  case core::ContentKind::fatbin:
    return nullptr;
  case core::ContentKind::relocatable_cubin:
  case core::ContentKind::host_object:
  case core::ContentKind::archive:
  case core::ContentKind::lto_ir:
    return "Link it by a kcc::Linker first";
  case core::ContentKind::host_library:
    return "If it is a module of the CPU device, load it on kcc::Device::cpu(); for a GPU, compile with "
           "--emit=ptx";
  case core::ContentKind::spirv:
    return "Load it on kcc::Device::vulkan()";
  case core::ContentKind::amdgpu:
    return "Load it on kcc::Device::hip(), or compile the kernels with --target=ptx";
  case core::ContentKind::unknown:
    return "kcc --emit=ptx makes PTX; ptxas and nvcc make cubins and fatbins";
  }
  return "";
}

} // namespace

core::LoadedCode CudaModules::load(const core::Content &content, const JitOptions &options,
                                   core::Operation operation) {
  if (const char *hint = remedy(content.kind))
    detail::fail(ErrorCategory::invalid_code, operation.text(),
                 "it is " + std::string(content_text(content.kind)), hint);
  if (content.kind == core::ContentKind::ptx)
    if (std::optional<core::LoadedCode> loaded = load_through_cache(content, options, operation))
      return std::move(*loaded);
  return load_now(content, options, operation);
}

namespace {

/// Everything on which the compiler's result depends.
std::string cache_key(const core::Content &ptx, const JitOptions &options, const core::DeviceInfo &device) {
  std::string key = device.arch + "\n" + device.driver + "\n";
  for (const std::string &part :
       {std::to_string(options.optimization_level.value_or(-1)), std::to_string(options.max_registers),
        std::to_string(options.line_info), std::to_string(options.debug_info), options.target,
        std::to_string(static_cast<int>(options.l1_cache))})
    key += part + " ";
  return key + "\n" + std::to_string(ptx.size) + " " +
         core::hash_text({static_cast<const char *>(ptx.bytes), ptx.size});
}

} // namespace

std::optional<core::LoadedCode> CudaModules::load_through_cache(const core::Content &ptx,
                                                                const JitOptions &options,
                                                                const core::Operation &operation) {
  const JitCache settings = core::jit_cache_in_use();
  if (!settings.enabled || options.verbose) // whoever wants the log wants to see the compiler at work
    return std::nullopt;
  const core::JitCacheFolder cache(settings.folder, settings.limit);
  const std::string key = cache_key(ptx, options, device_.info());
  if (const std::optional<std::string> cubin = cache.find(key)) {
    try {
      return load_now({core::ContentKind::cubin, cubin->data(), cubin->size()}, {}, operation);
    } catch (const Error &error) { // stale, in spite of the key
      if (error.category() != ErrorCategory::invalid_code)
        throw;
      cache.remove(key);
    }
  }
  const core::LinkInput input{ptx.kind, std::string(static_cast<const char *>(ptx.bytes), ptx.size),
                              "PTX text"};
  const core::LinkedCode linked = link_by_driver(std::span(&input, 1), options, operation);
  core::LoadedCode loaded =
      load_now({core::ContentKind::cubin, linked.cubin.data(), linked.cubin.size()}, {}, operation);
  loaded.log = linked.log;
  cache.store(key, linked.cubin);
  return loaded;
}

core::LoadedCode CudaModules::load_now(const core::Content &content, const JitOptions &options,
                                       const core::Operation &operation) {
  const Current current(device_, operation);
  const DriverApi &api = device_.api();
  JitCall jit(options, JitCall::Use::load, operation);
  std::string ptx;
  if (options.verbose && content.kind == core::ContentKind::ptx)
    ptx = compiled_anew({static_cast<const char *>(content.bytes), content.size});
  const void *const bytes = ptx.empty() ? content.bytes : ptx.c_str();
  auto module = std::make_unique<ModuleData>();
  const Result result =
      api.module_load_data_ex(&module->module, bytes, jit.count(), jit.keys(), jit.values());
  if (result != success)
    throw device_.failed(result, api.module_load_data_ex.name, operation, jit.log());
  core::LoadedCode loaded;
  try {
    loaded.log = jit.log();
    device_.print_buffer().attach(module->module, content, operation.text());
    device_.checks().attach(module->module, content, operation.text());
  } catch (...) {
    api.module_unload(module->module);
    throw;
  }
  loaded.module = reinterpret_cast<core::ModuleHandle *>(module.release());
  return loaded;
}

std::optional<std::vector<std::string>> CudaModules::entries(core::ModuleHandle *handle,
                                                             core::Operation operation) {
  const DriverApi &api = device_.api();
  if (!api.module_get_function_count.function || !api.module_enumerate_functions.function ||
      !api.func_get_name.function)
    return std::nullopt;
  const Current current(device_, operation);
  unsigned count = 0;
  device_.call(operation, api.module_get_function_count, &count, data(handle).module);
  std::vector<FunctionRef> functions(count);
  if (count != 0)
    device_.call(operation, api.module_enumerate_functions, functions.data(), count, data(handle).module);
  std::vector<std::string> names;
  for (FunctionRef function : functions) {
    const char *name = nullptr;
    device_.call(operation, api.func_get_name, &name, function);
    names.emplace_back(name);
  }
  return names;
}

void CudaModules::finish_loading(core::FunctionHandle *handle, core::Operation operation) {
  if (!device_.api().func_load.function) // an older driver loads at the first launch
    return;
  const Current current(device_, operation);
  device_.call(operation, device_.api().func_load, data(handle).function);
}

std::optional<std::vector<core::ParameterPlace>> CudaModules::parameters(core::FunctionHandle *handle,
                                                                         core::Operation operation) {
  const DriverApi &api = device_.api();
  if (!api.func_get_param_info.function)
    return std::nullopt;
  const Current current(device_, operation);
  std::vector<core::ParameterPlace> places;
  for (;;) { // the driver tells the number only by refusing the first index that is too large
    std::size_t offset = 0, bytes = 0;
    const Result result = api.func_get_param_info(data(handle).function, places.size(), &offset, &bytes);
    if (result == error_invalid_value)
      return places;
    if (result != success)
      throw device_.failed(result, api.func_get_param_info.name, operation);
    places.push_back({static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(bytes)});
  }
}

} // namespace kcc::cuda
