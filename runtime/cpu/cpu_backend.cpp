// Work is complete when the call that starts it returns, so streams and events need no queue. Failures are
// reported as by a GPU: a launch whose kernel faults does not throw. The stream keeps the failure, and later
// calls on the stream throw it; UnclaimedFailures reports it if the stream is destroyed before that. InFlight
// lets a thread wait for the work of others.
#include "cpu_backend.h"

#include "../core/messages.h"
#include "dimensions.h"
#include "grid.h"
#include "heap.h"
#include "in_flight.h"
#include "print_log.h"
#include "settings.h"
#include "unclaimed_failures.h"

#include <kcc/abi/cpu_code.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <dlfcn.h>
#include <fstream>
#include <limits>
#include <mutex>
#include <new>
#include <unistd.h>

namespace kcc::cpu {

namespace {

using core::EventHandle;
using core::FunctionHandle;
using core::ModuleHandle;
using core::Operation;
using core::StreamHandle;

/// The alignment of cuMemAlloc, so that alignment bugs do not show on only one device.
constexpr std::align_val_t buffer_alignment{256};

/// Each call completes its work, so a stream only holds the failure of one of its kernels.
struct StreamData {
  std::shared_ptr<const Error> fault; ///< set only by the stream's own thread
};

struct EventData {
  /// Atomic, because any thread may query it while the stream's thread records again.
  std::atomic<std::chrono::steady_clock::time_point> time{};
};

struct ModuleData {
  const abi::CpuCode *code;
};

StreamData &data(StreamHandle *handle) {
  return *reinterpret_cast<StreamData *>(handle);
}
EventData &data(EventHandle *handle) {
  return *reinterpret_cast<EventData *>(handle);
}
ModuleData &data(ModuleHandle *handle) {
  return *reinterpret_cast<ModuleData *>(handle);
}

std::string processor_name() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("model name"))
      if (const auto colon = line.find(": "); colon != std::string::npos)
        return line.substr(colon + 2);
  return "CPU";
}

std::size_t physical_memory() {
  const long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGE_SIZE);
  return pages > 0 && bytes > 0 ? static_cast<std::size_t>(pages) * static_cast<std::size_t>(bytes) : 0;
}

core::DeviceInfo describe() {
  core::DeviceInfo info{};
  info.backend = Backend::cpu;
  info.name = processor_name();
#if defined(__x86_64__)
  info.arch = "x86-64";
#elif defined(__aarch64__)
  info.arch = "aarch64";
#else
#error "kcc: the CPU device's name of this architecture is missing"
#endif
  info.driver = "kcc's CPU engine";
  info.label = "the CPU device";
  // The limits of an sm_90, so that launches that work here are not rejected there.
  info.limits.max_threads_per_block = max_block_threads;
  info.limits.max_block = {1024, 1024, 64};
  info.limits.max_grid = {0x7fffffff, 65535, 65535};
  info.limits.max_shared_bytes_per_block = 227 * 1024;
  info.limits.warp_size = 32;
  info.limits.multiprocessors = usable_processors();
  info.limits.max_cluster_blocks = max_cluster_blocks;
  info.total_memory = physical_memory();
  info.works_at_once = true;
  return info;
}

Error describe(const Fault &fault, Operation operation) {
  const std::string where = "block " + text(fault.block_idx) + ", thread " + text(fault.thread_idx);
  Error::Parts parts{.operation = operation.text(),
                     .code = 0,
                     .code_name = {},
                     .text = "the kernel trapped in " + where,
                     .log = {},
                     .hint = "An assertion or another check in the kernel failed; run under a debugger with "
                             "a breakpoint on kcc_cpu_trap"};
  if (fault.record) {
    parts.text = core::failure_of(*fault.record);
    parts.hint = "A check in the kernel failed; to find out why, run under a debugger with a breakpoint on "
                 "kcc_cpu_trap";
  } else if (!fault.message.empty()) {
    parts.text = where + ": " + fault.message;
    parts.hint = fault.hint;
  }
  return Error(std::move(parts));
}

/// A multiple of the cluster size.
std::uint32_t cooperative_blocks(const LaunchConfig &config) {
  const std::uint32_t cluster = small_volume(config.cluster);
  const std::uint32_t blocks = max_cooperative_threads() / small_volume(config.block);
  return blocks / cluster * cluster;
}

/// Whether a kernel is in the program or shared library that this copy of the runtime is in. Kernels of
/// others call the functions of the copy that is linked to them, which do not know this copy's threads.
bool is_linked_here(void *kernel) {
  static const char here = 0;
  Dl_info of_kernel, of_runtime;
  return dladdr(kernel, &of_kernel) == 0 || dladdr(&here, &of_runtime) == 0 ||
         of_kernel.dli_fbase == of_runtime.dli_fbase;
}

class CpuDevice final : public core::BackendDevice {
public:
  CpuDevice() : BackendDevice(describe()) {}

  // The device stays usable after a failure, whereas the CUDA driver would refuse everything from then on. So
  // a failure that no call on its stream has thrown is thrown here, once.
  void synchronize(Operation) override {
    in_flight_.wait();
    unclaimed_.throw_oldest();
  }
  void synchronize_memory(const void *memory, Operation) override {
    in_flight_.wait();
    unclaimed_.throw_oldest_of(memory);
  }

  void *allocate(std::size_t bytes, Operation operation) override {
    // Well below sizes that would wrap around when operator new rounds them up to the alignment.
    constexpr auto most = static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max());
    void *memory = bytes > most ? nullptr : ::operator new(bytes, buffer_alignment, std::nothrow);
    if (!memory)
      detail::fail(operation.text(), "the process cannot get that much memory",
                   "Work on smaller parts; the machine has " + std::to_string(info().total_memory) +
                       " bytes");
    unclaimed_.add_memory(memory, bytes);
    return memory;
  }
  void release(void *memory) noexcept override {
    in_flight_.wait();
    unclaimed_.remove_memory(memory);
    ::operator delete(memory, buffer_alignment);
  }

  void copy_in(StreamHandle *stream, void *to, const void *host, std::size_t bytes, Operation) override {
    throw_fault(stream);
    const InFlight::Scope running(in_flight_);
    std::memcpy(to, host, bytes);
  }
  void copy_out(StreamHandle *stream, void *host, const void *from, std::size_t bytes, Operation) override {
    throw_fault(stream);
    const InFlight::Scope running(in_flight_);
    std::memcpy(host, from, bytes);
  }
  void copy_within(StreamHandle *stream, void *to, const void *from, std::size_t bytes, Operation) override {
    throw_fault(stream);
    const InFlight::Scope running(in_flight_);
    std::memmove(to, from, bytes);
  }
  void fill(StreamHandle *stream, void *to, std::byte value, std::size_t bytes, Operation) override {
    throw_fault(stream);
    const InFlight::Scope running(in_flight_);
    std::memset(to, std::to_integer<int>(value), bytes);
  }

  StreamHandle *create_stream(Operation) override { return reinterpret_cast<StreamHandle *>(new StreamData); }
  void destroy_stream(StreamHandle *stream) noexcept override { delete &data(stream); }
  void synchronize_stream(StreamHandle *stream, Operation) override { throw_fault(stream); }
  bool stream_done(StreamHandle *stream, Operation) override {
    throw_fault(stream);
    return true;
  }
  void *native_stream(StreamHandle *) noexcept override { return nullptr; }

  EventHandle *create_event(Operation) override { return reinterpret_cast<EventHandle *>(new EventData); }
  void destroy_event(EventHandle *event) noexcept override { delete &data(event); }
  void record_event(EventHandle *event, StreamHandle *stream, Operation) override {
    throw_fault(stream);
    data(event).time = std::chrono::steady_clock::now();
  }
  void wait_event(StreamHandle *stream, EventHandle *, Operation) override { throw_fault(stream); }
  void synchronize_event(EventHandle *, Operation) override {}
  bool event_done(EventHandle *, Operation) override { return true; }
  std::chrono::duration<double, std::milli> elapsed(EventHandle *from, EventHandle *to, Operation) override {
    return data(to).time.load() - data(from).time.load();
  }

  const abi::Code &choose_code(const abi::Image &image, Operation operation) override {
    const std::span codes(image.codes, image.code_count);
    const auto found = std::ranges::find(codes, abi::CodeKind::cpu, &abi::Code::kind);
    if (found == codes.end())
      detail::fail(operation.text(), "the image has no code for the CPU device",
                   "Compile the kernels for the CPU as well, or run on kcc::Device::cuda()");
    return *found;
  }
  ModuleHandle *load_code(const abi::Code &code, Operation operation) override {
    if (code.kind != abi::CodeKind::cpu)
      detail::fail(operation.text(), "a PTX file needs a CUDA device");
    const auto &functions = *static_cast<const abi::CpuCode *>(code.bytes);
    if (functions.kernel_count != 0 &&
        !is_linked_here(reinterpret_cast<void *>(functions.kernels->run_thread)))
      detail::fail(
          operation.text(),
          "the device was made by another copy of kcc's runtime: the program and the shared library "
          "that the kernels are in have one each",
          "Make the device and its streams where the kernels are, with kcc::Device::cpu() or pick() there");
    return reinterpret_cast<ModuleHandle *>(new ModuleData{&functions});
  }
  void unload(ModuleHandle *module) noexcept override { delete &data(module); }

  core::Function function(ModuleHandle *module, const char *entry, Operation operation) override {
    const abi::CpuCode &code = *data(module).code;
    const std::span kernels(code.kernels, code.kernel_count);
    const auto found = std::ranges::find_if(
        kernels, [&](const abi::CpuKernel &kernel) { return std::strcmp(kernel.entry, entry) == 0; });
    if (found == kernels.end())
      detail::fail(operation.text(), "the image's code for the CPU device lacks this kernel",
                   "Compile the kernels again: manifest and code come from different versions");
    return {reinterpret_cast<FunctionHandle *>(const_cast<abi::CpuKernel *>(&*found)), 0, 0};
  }

  std::uint32_t max_cooperative_blocks(const core::Launch &launch, Operation) override {
    return cooperative_blocks(*launch.config);
  }

  void launch(StreamHandle *stream, const core::Launch &launch, Operation operation) override {
    throw_fault(stream);
    const auto &kernel = *reinterpret_cast<const abi::CpuKernel *>(launch.function);
    const GridLaunch grid{.run_thread = kernel.run_thread,
                          .arguments = launch.arguments,
                          .grid = launch.config->grid,
                          .block = launch.config->block,
                          .static_shared_bytes = launch.static_shared_bytes,
                          .dynamic_shared_bytes =
                              static_cast<std::uint32_t>(launch.config->dynamic_shared_bytes),
                          .uses_barrier = launch.uses_barrier,
                          .cooperative = launch.config->cooperative,
                          .cluster = launch.config->cluster};
    if (grid.cooperative && core::volume(grid.grid) > cooperative_blocks(*launch.config))
      core::fail_too_many_cooperative_blocks(operation.text(), *launch.config,
                                             cooperative_blocks(*launch.config));
    const InFlight::Scope running(in_flight_);
    std::optional<Fault> fault;
    try {
      fault = run_grid(grid);
    } catch (const std::exception &error) { // wrong setting, or no memory for stacks: nothing has run
      detail::fail(operation.text(), error.what());
    }
    if (fault)
      keep_fault(stream, describe(*fault, operation), launch);
  }

  core::Messages fetch_messages() override {
    PrintLog::Contents contents = print_log().take();
    return {std::move(contents.records), contents.dropped, print_log().capacity()};
  }
  std::uint64_t output_capacity() override { return print_log().capacity(); }
  bool set_output_capacity(std::uint64_t bytes) override {
    print_log().set_capacity(bytes);
    return true;
  }

  core::GlobalMemory global(ModuleHandle *module, const char *symbol, Operation operation) override {
    const abi::CpuCode &code = *data(module).code;
    for (const abi::CpuGlobal &global : std::span(code.globals, code.global_count))
      if (std::strcmp(global.symbol, symbol) == 0)
        return {global.address, global.size};
    detail::fail(operation.text(), "the image's code for the CPU device lacks this variable",
                 "Compile the kernels again: manifest and code come from different versions");
  }

  void set_heap_bytes(std::size_t bytes, Operation) override { cpu::set_heap_bytes(bytes); }
  std::size_t heap_bytes(Operation) override { return cpu::heap_bytes(); }

private:
  void keep_fault(StreamHandle *stream, Error error, const core::Launch &launch) {
    data(stream).fault = std::make_shared<const Error>(std::move(error));
    unclaimed_.add(data(stream).fault, launch);
  }

  void throw_fault(StreamHandle *stream) {
    if (!stream || !data(stream).fault)
      return;
    unclaimed_.claim(data(stream).fault);
    throw *data(stream).fault;
  }

  InFlight in_flight_;
  UnclaimedFailures unclaimed_;
};

core::FoundDevices find() {
  // Never destroyed: a static object of the program may hold a buffer.
  static core::BackendDevice *const device = new CpuDevice;
  return {.slots = {{device, {}}}, .problem = {}};
}

} // namespace

core::BackendEntry backend_entry() {
  return {Backend::cpu, "cpu", find};
}

} // namespace kcc::cpu
