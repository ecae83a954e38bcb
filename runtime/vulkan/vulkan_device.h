// One device, through Vulkan.
#ifndef KCC_RUNTIME_VULKAN_VULKAN_DEVICE_H
#define KCC_RUNTIME_VULKAN_VULKAN_DEVICE_H

#include "../spirv/spirv_device.h"
#include "context.h"
#include "handles.h"
#include "host_memory.h"
#include "print_memory.h"
#include "properties.h"
#include "vulkan_modules.h"

#include <memory>

namespace kcc::vulkan {

class VulkanDevice final : public spirv::SpirvDevice<Context, VulkanStream> {
public:
  VulkanDevice(std::unique_ptr<const PhysicalDevice> physical, core::DeviceInfo info)
      : SpirvDevice(std::move(info)), physical_(std::move(physical)) {}

  void *allocate(std::size_t bytes, Operation) override;
  void release(void *memory) noexcept override;
  void enqueue_copy(StreamHandle *, const core::Copy &, Operation) override;
  void enqueue_fill(StreamHandle *, const core::Fill &, Operation) override;

  void record_event(EventHandle *, StreamHandle *, Operation) override;
  std::chrono::duration<double, std::milli> elapsed(EventHandle *from, EventHandle *to, Operation) override;

  const abi::Code &choose_code(const abi::Image &, Operation) override;
  ModuleHandle *load_code(const abi::Code &, Operation) override;
  core::ModuleBackend *modules() noexcept override { return &modules_; }
  void unload(ModuleHandle *) noexcept override;
  core::Function function(ModuleHandle *, const char *entry, Operation) override;
  void launch(StreamHandle *, const core::Launch &, Operation) override;
  core::GlobalMemory global(ModuleHandle *, const char *symbol, Operation) override;

  core::Messages fetch_messages() override { return print_memory_.take(); }
  std::uint64_t output_capacity() override { return print_memory_.capacity(); }
  bool set_output_capacity(std::uint64_t bytes) override { return print_memory_.set_capacity(bytes); }
  void set_heap_bytes(std::size_t bytes, Operation) override;
  core::DeviceProperties &properties() noexcept override { return properties_; }
  core::HostMemoryBackend *host_memory() noexcept override { return &host_memory_; }

  // For the parts of the backend in other files.
  const PhysicalDevice &physical() const noexcept { return *physical_; }
  /// A stream for kcc's own work, which never waits for the program.
  VulkanStream &own_stream(const Operation &);
  PrintMemory &print_memory() noexcept { return print_memory_; }
  ModuleHandle *load_spirv(spirv::Module, const Operation &);

private:
  std::unique_ptr<Context> make_context(const Operation &) override;
  void complete_start(Context &, const Operation &) override;
  std::shared_ptr<VulkanStream> make_stream(Context &, const StreamOptions &, const Operation &) override;
  void note_failure(VulkanStream &, const Operation &) override;
  void upload(Place to, const std::byte *from, std::size_t bytes, const Operation &);
  void copy_from_host(VulkanStream &, const core::Copy &, const Operation &);
  void copy_to_host(VulkanStream &, const core::Copy &, const Operation &);
  void copy_across_devices(StreamHandle *, const core::Copy &, const Operation &);
  PipelineRef pipeline(FunctionData &, const PipelineShape &, const Operation &);
  PipelineRef make_pipeline(const FunctionData &, const PipelineShape &, const Operation &);

  const std::unique_ptr<const PhysicalDevice> physical_;
  std::shared_ptr<VulkanStream> own_stream_;
  PrintMemory print_memory_{*this};
  VulkanModules modules_{*this};
  VulkanProperties properties_{*this};
  VulkanHostMemory host_memory_{*this};
};

} // namespace kcc::vulkan

#endif
