// Launches: what a kernel needs is copied into the stream's queue.
#include "../check/settings.h"
#include "../core/messages.h"
#include "check/objects.h"
#include "check/unawaited_copies.h"
#include "cpu_device.h"
#include "engine/dimensions.h"
#include "engine/grid.h"
#include "handles.h"
#include "recycled_memory.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kcc::cpu {

namespace {

Error describe(const Fault &fault, std::string operation) {
  const std::string first = text(fault.thread_idx), block = "block " + text(fault.block_idx);
  std::string where = block + ", thread " + first;
  if (fault.last) {
    const auto &[last_block, last] = *fault.last;
    where = last_block == fault.block_idx ? block + ", one of the threads " + first + " to " + text(last)
                                          : "one of the threads from " + first + " of " + block + " to " +
                                                text(last) + " of block " + text(last_block);
  }
  Error::Parts parts{.operation = std::move(operation),
                     .code = 0,
                     .code_name = {},
                     .text = "the kernel trapped in " + where,
                     .log = {},
                     .hint = "An assertion or another check in the kernel failed; run under a debugger with "
                             "a breakpoint on kcc_cpu_trap",
                     .category = ErrorCategory::kernel_failed};
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

template <class T> using RecycledVector = std::vector<T, RecyclingAllocator<T>>;

/// The parameters of a launch, whose originals end with the call.
class Arguments {
public:
  explicit Arguments(const core::Launch &launch)
      : places_(launch.parameters.begin(), launch.parameters.end()) {
    std::size_t align = 1;
    for (const core::ParameterPlace &place : places_) {
      size_ = std::max<std::size_t>(size_, std::size_t{place.offset} + place.size);
      // Offsets and sizes are multiples of the alignment, which is not known here.
      align = std::max<std::size_t>(align, std::size_t{1} << std::countr_zero(place.offset | place.size));
    }
    std::size_t space = size_ + align;
    bytes_.resize(space);
    void *begin = bytes_.data();
    begin_ = static_cast<std::byte *>(std::align(align, size_, begin, space));
    pointers_.reserve(places_.size());
    for (std::size_t i = 0; i < places_.size(); ++i) {
      std::byte *const copy = begin_ + places_[i].offset;
      std::memcpy(copy, launch.arguments[i], places_[i].size);
      pointers_.push_back(copy);
    }
  }
  Arguments(const Arguments &) = delete;
  Arguments &operator=(const Arguments &) = delete;

  const void *const *pointers() const noexcept { return pointers_.data(); }
  const void *begin() const noexcept { return begin_; }
  std::size_t size() const noexcept { return size_; }
  std::span<const core::ParameterPlace> places() const noexcept { return places_; }

private:
  const RecycledVector<core::ParameterPlace> places_;
  RecycledVector<std::byte> bytes_;
  std::byte *begin_ = nullptr; ///< of the parameters, in bytes_
  std::size_t size_ = 1;       ///< in bytes
  RecycledVector<const void *> pointers_;
};

class KernelWork final : public Work {
public:
  KernelWork(const core::Launch &launch, std::string_view operation, UnclaimedFailures &unclaimed)
      : kernel_(*reinterpret_cast<const abi::CpuKernel *>(launch.function)), config_(*launch.config),
        arguments_(launch), reaches_any_memory_(launch.reaches_any_memory),
        static_shared_bytes_(launch.static_shared_bytes), uses_barrier_(launch.uses_barrier),
        operation_(operation), unclaimed_(unclaimed) {}

  void run(Queue &queue) override {
    check::forget_made_copies();
    GridLaunch grid{.run_thread = kernel_.run_thread,
                    .arguments = arguments_.pointers(),
                    .grid = config_.grid,
                    .block = config_.block,
                    .static_shared_bytes = static_shared_bytes_,
                    .dynamic_shared_bytes = static_cast<std::uint32_t>(config_.dynamic_shared_bytes),
                    .uses_barrier = uses_barrier_,
                    .cooperative = config_.cooperative,
                    .cluster = config_.cluster,
                    .entry = kernel_.entry,
                    .queues = 1,
                    .task = &queue.running()};
    if (kcc::check::are_on())
      check::objects().add(arguments_.begin(), arguments_.size(), check::ObjectKind::parameters);
    std::optional<Error> error;
    try {
      grid.run_block = block_function(kernel_, config_.block.x);
      if (const std::optional<Fault> fault = run_grid(grid))
        error = describe(*fault, operation());
    } catch (const std::exception &problem) { // wrong setting, or no memory for stacks: nothing has run
      error = Error({.operation = operation(),
                     .code = 0,
                     .code_name = {},
                     .text = problem.what(),
                     .log = {},
                     .hint = {},
                     .category = ErrorCategory::system});
    }
    if (kcc::check::are_on())
      check::objects().remove(arguments_.begin());
    if (!error)
      return;
    auto failure = std::make_shared<const Error>(*std::move(error));
    unclaimed_.add(failure, {.arguments = arguments_.pointers(),
                             .parameters = arguments_.places(),
                             .reaches_any_memory = reaches_any_memory_});
    queue.fail(std::move(failure));
  }

  const char *name() const noexcept override { return "kernel"; }

private:
  std::string operation() const { return {operation_.begin(), operation_.end()}; }

  const abi::CpuKernel &kernel_;
  const LaunchConfig config_;
  const Arguments arguments_;
  const bool reaches_any_memory_;
  const std::uint32_t static_shared_bytes_;
  const bool uses_barrier_;
  const std::basic_string<char, std::char_traits<char>, RecyclingAllocator<char>> operation_;
  UnclaimedFailures &unclaimed_;
};

} // namespace

std::uint32_t CpuDevice::max_cooperative_blocks(const core::Launch &launch, Operation) {
  return cooperative_blocks(*launch.config);
}

std::uint32_t CpuKernels::active_clusters(const core::Launch &launch, core::Operation) {
  return cooperative_blocks(*launch.config) / small_volume(launch.config->cluster);
}

void CpuDevice::launch(StreamHandle *stream, const core::Launch &launch, Operation operation) {
  enter(stream, operation);
  const LaunchConfig &config = *launch.config;
  if (config.cooperative && core::volume(config.grid) > cooperative_blocks(config))
    core::fail_too_many_cooperative_blocks(operation.text(), config, cooperative_blocks(config));
  data(stream).push(std::allocate_shared<KernelWork>(RecyclingAllocator<KernelWork>(), launch,
                                                     operation.text(), unclaimed_));
}

} // namespace kcc::cpu
