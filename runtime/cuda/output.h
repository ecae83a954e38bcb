// The memory into which one GPU's kernels write what they print and why they failed.
#ifndef KCC_RUNTIME_CUDA_OUTPUT_H
#define KCC_RUNTIME_CUDA_OUTPUT_H

#include "../core/output_ring.h"
#include "driver.h"
#include "driver_errors.h"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

namespace kcc::cuda {

/// Made when the first module that writes is loaded, and kept until the process ends. Messages go to a ring
/// in the host's memory, where a thread reserves its place by adding to a counter in the GPU's. It may do so
/// and then find that the host has not read so far yet; such a hole is passed over when nobody is writing,
/// which the counters tell. Every function may be called from any thread, with the GPU's context current.
class Output {
public:
  static constexpr std::uint64_t standard_capacity = std::uint64_t{1} << 20;

  explicit Output(const DriverApi &api) : api_(api) {}

  /// Gives the module, which was made of `ptx`, the address, if it writes. Throws Error that names
  /// `operation`.
  void attach(ModuleRef module, std::string_view ptx, const std::string &operation);

  /// False until a module that writes is loaded.
  bool exists() const noexcept { return exists_.load(std::memory_order_acquire); }

  /// What has arrived since the last call. Costs a look at the memory, unless messages were dropped.
  core::Messages take() noexcept;

  /// The error of a failed call: why the kernel says that it ended, if that is what failed, else the
  /// driver's.
  Error failed(Result, const char *call, const std::string &operation, std::string log = {});

  std::uint64_t capacity();
  /// False if there is a ring already.
  bool set_capacity(std::uint64_t bytes);

private:
  void create(const std::string &operation);
  template <class... P, class... A>
  void call(const std::string &operation, const DriverCall<Result(P...)> &function, A... arguments) const;
  Error error(Result, const char *call, const std::string &operation, std::string log = {}) const;
  std::optional<std::uint64_t> read_counter(std::size_t offset) const noexcept;

  const DriverApi &api_;
  std::mutex mutex_;
  std::atomic<bool> exists_ = false;
  std::uint64_t capacity_ = standard_capacity;
  StreamRef stream_ = nullptr;
  void *host_ = nullptr; ///< the channel and its ring
  DevicePointer control_ = 0;
  std::optional<core::OutputRing> ring_;
  std::uint64_t dropped_ = 0; ///< of OutputControl::dropped, what was reported
  bool has_holes_ = false;    ///< seen to be dropped, and not yet passed over
};

} // namespace kcc::cuda

#endif
