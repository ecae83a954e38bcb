// The memory to which one GPU's kernels write what they print and why they failed.
#ifndef KCC_RUNTIME_CUDA_PRINT_BUFFER_H
#define KCC_RUNTIME_CUDA_PRINT_BUFFER_H

#include "../core/module_content.h"
#include "../core/print_reader.h"
#include "driver.h"
#include "driver_errors.h"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

namespace kcc::cuda {

/// Created when the first module that writes is loaded, and kept until the process ends. Messages go to a
/// ring in host memory (core::PrintReader). All functions may be called from any thread, with the GPU's
/// context current.
class PrintBuffer {
public:
  static constexpr std::uint64_t standard_capacity = std::uint64_t{1} << 20;

  explicit PrintBuffer(const DriverApi &api) : api_(api) {}

  /// Gives the address to the module, which was loaded from `code`, if it writes. Throws an Error that names
  /// `operation`.
  void attach(ModuleRef module, const core::Content &code, const std::string &operation);

  /// False until a module that writes has been loaded.
  bool exists() const noexcept { return exists_.load(std::memory_order_acquire); }

  /// Returns what has arrived since the last call. Costs one memory read, unless messages were dropped.
  core::Messages take() noexcept;

  /// The error of a failed call: the kernel's own report of why it ended, if a kernel failed, else the
  /// driver's error.
  Error failed(Result, const char *call, const std::string &operation, std::string log = {});

  /// The driver is about to free the memory: forgets it, and what has not been taken. The buffer is not used
  /// any more afterwards.
  void end() noexcept;

  std::uint64_t capacity();
  /// Returns false if there is a ring already.
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
  std::optional<core::PrintReader> ring_;
};

} // namespace kcc::cuda

#endif
