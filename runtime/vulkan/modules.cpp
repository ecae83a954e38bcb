// Modules, their variables and their kernels.
#include "../core/hash.h"
#include "../core/missing_code.h"
#include "../core/process_end.h"
#include "../spirv/loaded_modules.h"
#include "handles.h"
#include "requirements.h"
#include "vulkan_device.h"

#include <algorithm>
#include <cstring>
#include <span>

namespace kcc::vulkan {

const abi::Code &VulkanDevice::choose_code(const abi::Image &image, Operation operation) {
  const std::span codes(image.codes, image.code_count);
  const auto found = std::ranges::find(codes, abi::CodeKind::spirv, &abi::Code::kind);
  if (found == codes.end())
    core::fail_without_code(operation.text(), image, "Vulkan devices", "vulkan");
  return *found;
}

core::ModuleHandle *VulkanDevice::load_code(const abi::Code &code, Operation operation) {
  if (code.kind != abi::CodeKind::spirv)
    detail::fail(ErrorCategory::not_supported, operation.text(), "Vulkan devices load SPIR-V only");
  return load_spirv(spirv::parse(std::span(static_cast<const std::byte *>(code.bytes), code.size),
                                 spirv::Environment::vulkan, operation),
                    operation);
}

void VulkanDevice::upload(Place to, const std::byte *from, std::size_t bytes, const Operation &operation) {
  Context &gpu = context(operation);
  VulkanStream &stream = own_stream(operation);
  constexpr std::size_t piece = std::size_t{4} << 20;
  for (std::size_t at = 0; at < bytes; at += piece) {
    const std::size_t size = std::min(piece, bytes - at);
    const auto staged = gpu.host_blocks.take(size, operation);
    std::memcpy(staged->host, from + at, size);
    stream.enqueue(
        [&](CommandBufferRef commands) {
          const BufferCopy copy{0, to.offset + at, size};
          gpu.api.cmd_copy_buffer(commands, staged->buffer, to.buffer, 1, &copy);
        },
        {staged}, operation);
  }
  stream.wait(stream.last(), operation);
}

core::ModuleHandle *VulkanDevice::load_spirv(spirv::Module module, const Operation &operation) {
  drop_modes_of_subnormals(module, physical_->features);
  drop_reconvergence(module, physical_->features);
  check_requirements(module, physical_->features, info().label, operation);
  Context &gpu = context(operation);
  auto loaded = std::make_unique<ModuleData>(gpu);
  try {
    const ShaderModuleCreateInfo shader{.bytes = module.words.size() * sizeof(std::uint32_t),
                                        .code = module.words.data()};
    gpu.call(operation, gpu.api.create_shader_module, gpu.device, &shader, nullptr, &loaded->shader);
    if (!module.variables.empty()) {
      std::vector<std::byte> &bytes = module.variables;
      loaded->variables = gpu.allocations.allocate(bytes.size(), BlockKind::device, operation);
      spirv::write_addresses(module, reinterpret_cast<std::uintptr_t>(loaded->variables),
                             [&] { return print_memory_.control(operation); });
      upload(gpu.allocations.find(loaded->variables, bytes.size(), operation), bytes.data(), bytes.size(),
             operation);
    }
  } catch (...) {
    unload(reinterpret_cast<ModuleHandle *>(loaded.release()));
    throw;
  }
  loaded->hash = core::hash_text(
      {reinterpret_cast<const char *>(module.words.data()), module.words.size() * sizeof(std::uint32_t)});
  loaded->symbols = std::move(module.symbols);
  for (const std::string &entry : module.entries)
    loaded->functions.try_emplace(entry, *loaded, entry, module);
  return reinterpret_cast<ModuleHandle *>(loaded.release());
}

void VulkanDevice::unload(ModuleHandle *handle) noexcept {
  const std::unique_ptr<ModuleData> module(&data(handle));
  if (core::process_has_ended())
    return;
  wait_quietly();
  Context &gpu = module->context;
  for (auto &[name, function] : module->functions)
    for (const auto &[shape, pipeline] : function.pipelines)
      gpu.api.destroy_pipeline(gpu.device, pipeline, nullptr);
  gpu.api.destroy_shader_module(gpu.device, module->shader, nullptr);
  if (module->variables)
    gpu.allocations.release(module->variables, BlockKind::device);
}

core::Function VulkanDevice::function(ModuleHandle *module, const char *entry, Operation operation) {
  FunctionData &function = spirv::find_function(data(module).functions, entry, operation);
  if (function.needs_warps && !physical_->features.has_warps())
    detail::fail(ErrorCategory::not_supported, operation.text(),
                 "the kernel uses warps, and the device has none of 32 threads that reconverge after "
                 "branches",
                 "Run it on another device: see kcc::Device::all()");
  if (function.has_partial_barriers && !physical_->features.lets_threads_return())
    detail::fail(
        ErrorCategory::not_supported, operation.text(),
        "the kernel has a barrier that some threads of a block may not reach, because they have returned "
        "or taken another branch, and Vulkan leaves undefined what happens then",
        "Put what only some threads do into an 'if', and the barrier after it; compile with optimization, "
        "without which kcc can prove less; or run it on another device: barriers of NVIDIA's driver do not "
        "wait for threads that have returned");
  return {reinterpret_cast<core::FunctionHandle *>(&function), 0, 0};
}

core::GlobalMemory VulkanDevice::global(ModuleHandle *module, const char *symbol, Operation operation) {
  const ModuleData &loaded = data(module);
  return spirv::find_variable(loaded.symbols, loaded.variables, symbol, operation);
}

} // namespace kcc::vulkan
