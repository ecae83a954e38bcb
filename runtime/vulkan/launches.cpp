// Launches, and the pipelines that they need.
#include "../core/hash.h"
#include "../core/jit_cache_folder.h"
#include "../core/jit_cache_settings.h"
#include "handles.h"
#include "vulkan_device.h"

#include <kcc/abi/vulkan_code.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kcc::vulkan {

namespace {

/// A VkPipelineCache of one pipeline: with its content from disk, the driver need not compile the pipeline.
class CachedPipeline {
public:
  CachedPipeline(Context &gpu, const FunctionData &function, const PipelineShape &shape)
      : gpu_(gpu), settings_(core::jit_cache_in_use()) {
    if (!settings_.enabled)
      return;
    const DeviceFeatures &device = gpu.physical.features;
    key_ = "vulkan " + core::hash_text(text_of(device.properties.pipeline_cache_uuid)) + " " +
           core::hash_text(text_of(device.properties_11.driver_uuid)) + " " + function.module.hash + " " +
           function.entry;
    for (const std::uint32_t number :
         {shape.block[0], shape.block[1], shape.block[2], shape.shared_words, shape.local_words})
      key_ += " " + std::to_string(number);
    found_ = folder().find(key_);
    const PipelineCacheCreateInfo info{.bytes = found_ ? found_->size() : 0,
                                       .data = found_ ? found_->data() : nullptr};
    if (gpu.api.create_pipeline_cache(gpu.device, &info, nullptr, &cache_) != success)
      cache_ = nullptr; // then the pipeline is compiled
  }
  ~CachedPipeline() { gpu_.api.destroy_pipeline_cache(gpu_.device, cache_, nullptr); }
  CachedPipeline(const CachedPipeline &) = delete;
  CachedPipeline &operator=(const CachedPipeline &) = delete;

  PipelineCacheRef cache() const noexcept { return cache_; }

  /// After the pipeline was made.
  void store() const {
    std::size_t bytes = 0;
    if (!cache_ || found_ ||
        gpu_.api.get_pipeline_cache_data(gpu_.device, cache_, &bytes, nullptr) != success)
      return;
    std::vector<std::byte> content(bytes);
    if (gpu_.api.get_pipeline_cache_data(gpu_.device, cache_, &bytes, content.data()) == success)
      folder().store(key_, std::span(content).first(bytes));
  }

private:
  static std::string_view text_of(std::span<const std::uint8_t> bytes) {
    return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
  }
  core::JitCacheFolder folder() const { return {settings_.folder, settings_.limit}; }

  Context &gpu_;
  JitCache settings_;
  std::string key_;
  std::optional<std::string> found_;
  PipelineCacheRef cache_ = nullptr;
};

} // namespace

/// Throws an error that blames the kernel's local memory, if that may be why the driver has failed: drivers
/// say neither how much they have nor that it is too little.
static void explain_local_memory(const Error &error, const PipelineShape &shape,
                                 const core::Operation &operation) {
  constexpr std::uint32_t taken_by_all = 12 << 10; // NVIDIA's driver 580 takes 15 KiB, and not 15.6
  const std::uint32_t bytes = shape.local_words * 4;
  if (bytes <= taken_by_all || error.category() == ErrorCategory::out_of_memory)
    return;
  throw Error(
      {.operation = operation.text(),
       .code = error.code(),
       .code_name = error.code_name(),
       .text = "the driver cannot compile the kernel, perhaps because each thread needs " +
               std::to_string(bytes) + " bytes of memory for local variables",
       .log = {},
       .hint = "Make local arrays smaller, or put them into shared or global memory; a function that calls "
               "itself needs room for 128 calls or more. NVIDIA's driver allows 15 KiB in Vulkan, and "
               "512 KiB in CUDA",
       .category = ErrorCategory::not_supported,
       .sticky = error.is_sticky()});
}

PipelineRef VulkanDevice::make_pipeline(const FunctionData &function, const PipelineShape &shape,
                                        const Operation &operation) {
  Context &gpu = function.module.context;
  const DeviceFeatures &features = physical_->features;
  constexpr std::size_t word = sizeof(std::uint32_t);
  const std::array<std::uint32_t, 6> values{shape.block[0],     shape.block[1],    shape.block[2],
                                            shape.shared_words, shape.local_words, features.is_llvmpipe()};
  constexpr std::array<SpecializationMapEntry, 6> entries{{{abi::vulkan_block_x, 0, word},
                                                           {abi::vulkan_block_y, word, word},
                                                           {abi::vulkan_block_z, 2 * word, word},
                                                           {abi::vulkan_shared_words, 3 * word, word},
                                                           {abi::vulkan_local_words, 4 * word, word},
                                                           {abi::vulkan_on_llvmpipe, 5 * word, word}}};
  const SpecializationInfo constants{.entry_count = entries.size(),
                                     .entries = entries.data(),
                                     .bytes = sizeof values,
                                     .data = values.data()};
  ComputePipelineCreateInfo info{.layout = gpu.pipeline_layout};
  info.stage.module = function.module.shader;
  info.stage.name = function.entry.c_str();
  info.stage.specialization = &constants;
  RequiredSubgroupSize size{.size = 32};
  if (function.needs_warps) {
    if (features.has_subgroup_size_control) {
      info.stage.next = &size;
      if (features.has_full_subgroups && shape.block[0] % 32 == 0)
        info.stage.flags |= shader_stage_require_full_subgroups;
    }
  }
  const CachedPipeline cached(gpu, function, shape);
  PipelineRef pipeline = nullptr;
  try {
    gpu.call(operation, gpu.api.create_compute_pipelines, gpu.device, cached.cache(), std::uint32_t{1}, &info,
             nullptr, &pipeline);
  } catch (const Error &error) {
    explain_local_memory(error, shape, operation);
    throw;
  }
  cached.store();
  return pipeline;
}

PipelineRef VulkanDevice::pipeline(FunctionData &function, const PipelineShape &shape,
                                   const Operation &operation) {
  const std::lock_guard lock(function.mutex);
  if (const auto found = function.pipelines.find(shape); found != function.pipelines.end())
    return found->second;
  PipelineRef made = make_pipeline(function, shape, operation);
  function.pipelines.emplace(shape, made);
  return made;
}

void VulkanDevice::launch(StreamHandle *handle, const core::Launch &launch, Operation operation) {
  const auto stream = stream_of(handle, operation);
  Context &gpu = stream->context();
  const LaunchConfig &config = *launch.config;
  if (config.cooperative)
    core::fail_too_many_cooperative_blocks(operation.text(), config, 0);
  FunctionData &function = data(launch.function);
  const std::size_t shared_bytes = launch.static_shared_bytes + config.dynamic_shared_bytes;
  const PipelineShape shape{
      {config.block.x, config.block.y, config.block.z},
      std::max(static_cast<std::uint32_t>((shared_bytes + 3) / sizeof(std::uint32_t)), 1u),
      function.local_words};
  PipelineRef pipeline = this->pipeline(function, shape, operation);

  abi::VulkanArguments arguments{};
  Needs needs;
  if (const std::size_t bytes = launch.parameter_bytes(); bytes != 0) {
    auto *to = reinterpret_cast<std::byte *>(arguments.pushed);
    if (!function.has_pushed_parameters) {
      const VulkanStream::Parameters memory = stream->take_parameters(bytes, operation);
      to = memory.host;
      arguments.parameters = memory.address;
      needs.push_back(memory.block);
    } else if (bytes > sizeof arguments.pushed) {
      detail::fail(ErrorCategory::invalid_code, operation.text(),
                   "the kernel's parameters do not fit into push constants",
                   "Compile the kernels again: manifest and code come from different versions");
    }
    launch.copy_parameters(to);
  }
  arguments.variables = reinterpret_cast<std::uintptr_t>(function.module.variables);
  arguments.status = stream->status().address;
  arguments.grid[0] = config.grid.x;
  arguments.grid[1] = config.grid.y;
  arguments.grid[2] = config.grid.z;
  arguments.dynamic_shared_bytes = static_cast<std::uint32_t>(config.dynamic_shared_bytes);
  stream->enqueue(
      [&](CommandBufferRef commands) {
        gpu.api.cmd_bind_pipeline(commands, bind_point_compute, pipeline);
        gpu.api.cmd_push_constants(commands, gpu.pipeline_layout, stage_compute, 0, sizeof arguments,
                                   &arguments);
        gpu.api.cmd_dispatch(commands, config.grid.x, config.grid.y, config.grid.z);
      },
      std::move(needs), operation);
}

} // namespace kcc::vulkan
