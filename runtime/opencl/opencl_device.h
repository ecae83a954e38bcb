// One device, through OpenCL.
#ifndef KCC_RUNTIME_OPENCL_OPENCL_DEVICE_H
#define KCC_RUNTIME_OPENCL_OPENCL_DEVICE_H

#include "../spirv/spirv_device.h"
#include "context.h"
#include "handles.h"
#include "host_memory.h"
#include "opencl_modules.h"
#include "print_memory.h"
#include "properties.h"

#include <memory>

namespace kcc::opencl {

class OpenclDevice final : public spirv::SpirvDevice<Context, OpenclStream> {
public:
  OpenclDevice(std::unique_ptr<const DeviceFacts> facts, core::DeviceInfo info)
      : SpirvDevice(std::move(info)), facts_(std::move(facts)) {}

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
  const DeviceFacts &facts() const noexcept { return *facts_; }
  ModuleHandle *load_spirv(spirv::Module, const Operation &);

private:
  std::unique_ptr<Context> make_context(const Operation &) override;
  std::shared_ptr<OpenclStream> make_stream(Context &, const StreamOptions &, const Operation &) override;
  void note_failure(OpenclStream &, const Operation &) override;
  void copy_across_devices(StreamHandle *, const core::Copy &, const Operation &);

  const std::unique_ptr<const DeviceFacts> facts_;
  PrintMemory print_memory_{*this};
  OpenclModules modules_{*this};
  OpenclProperties properties_{*this};
  OpenclHostMemory host_memory_{*this};
};

} // namespace kcc::opencl

#endif
