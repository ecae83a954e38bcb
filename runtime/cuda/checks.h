// What GPU code with checks (kcc --check-gpu) reports, and what it must know of the GPU's memory.
#ifndef KCC_RUNTIME_CUDA_CHECKS_H
#define KCC_RUNTIME_CUDA_CHECKS_H

#include "../core/backend.h"
#include "../core/module_content.h"
#include "check_records.h"
#include "checked_ranges.h"
#include "driver.h"
#include "driver_errors.h"

#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace kcc::cuda {

/// The checks of one GPU. Created when the first module with checks is loaded, and kept until the process
/// ends. All functions may be called from any thread, with the GPU's context current.
class GpuChecks {
public:
  explicit GpuChecks(const DriverApi &api) : api_(api) {}

  /// How many bytes behind each buffer are to belong to nobody, so that what lies just behind it is no
  /// other's; 0 without checks.
  static std::size_t redzone();

  /// Kernels may use `bytes` bytes from `begin` on. Up to `reserved` bytes from there on belong to nobody
  /// else.
  void add(DevicePointer begin, std::size_t bytes, std::size_t reserved);
  /// The memory is not to be used any more. Returns true if it is kept for a while and must not be freed.
  bool retire(DevicePointer begin);
  /// The memory is used for something else from now on. Kernels that were launched before may still use it.
  void remove(DevicePointer begin);
  /// Frees the retired memory that is kept; false if there is none.
  bool release_retired();

  /// Makes a module known, which was loaded from `code`, if it has checks. Throws an Error that names
  /// `operation`.
  void attach(ModuleRef module, const core::Content &code, const std::string &operation);
  /// Before a module is unloaded: nothing of it runs any more.
  void detach(ModuleRef module) noexcept;

  /// Before a launch: lets kernels know the memory that there is now.
  void prepare(const core::Operation &operation) {
    if (exists_.load(std::memory_order_acquire) && version_ != wanted_version_)
      upload(operation.text());
  }
  /// While a stream is being captured, nothing may wait for the device.
  void begin_capture() noexcept { ++captures_; }
  void end_capture() noexcept { --captures_; }

  /// After a wait: reports what has arrived. Returns what the Error is to say if a thread did something
  /// invalid.
  std::optional<std::string> take();
  /// After a fault, which destroys the GPU's context: reports the access that it was, if that is known.
  std::optional<std::string> explain_fault() noexcept;

  /// The driver is about to free the memory.
  void end() noexcept;

private:
  struct Table {
    ModuleRef module;
    SiteTable sites;
  };
  /// A site at which there was an error.
  struct Known {
    std::uint64_t site;
    std::uint32_t count; ///< of these errors so far
    CheckFinding what;
  };
  struct Buffer {
    DevicePointer memory = 0;
    std::size_t bytes = 0;
  };

  template <class... P, class... A>
  void call(const std::string &operation, const DriverCall<Result(P...)> &function, A... arguments) const;
  void create(const std::string &operation);
  void upload(const std::string &operation);
  void upload_locked(const std::string &operation);
  Buffer buffer_of(std::size_t bytes, const std::string &operation);
  bool read(DevicePointer from, void *to, std::size_t bytes) const noexcept;
  bool write(DevicePointer to, const void *from, std::size_t bytes) const noexcept;
  const Table *table_of(std::uint64_t site) const noexcept;
  void take_records(std::uint32_t claimed);
  std::optional<std::string> count_errors();

  const DriverApi &api_;
  std::mutex mutex_;
  std::atomic<bool> exists_ = false;
  CheckedRanges ranges_;
  std::atomic<std::uint64_t> wanted_version_ = 0;          ///< of ranges_
  std::atomic<std::uint64_t> version_ = ~std::uint64_t{0}; ///< that kernels know
  std::atomic<int> captures_ = 0;
  bool must_wait_ = false; ///< kernels may run that use what ranges_ no longer has
  std::deque<std::pair<DevicePointer, std::size_t>> retired_;
  std::size_t retired_bytes_ = 0;
  std::vector<Buffer> spare_, in_use_; ///< tables of ranges
  StreamRef stream_ = nullptr;
  void *host_ = nullptr; ///< an abi::CheckChannel
  DevicePointer control_ = 0;
  std::deque<Table> tables_;
  std::vector<Known> known_;
  std::uint32_t taken_ = 0;
  bool told_of_lost_ = false;
};

} // namespace kcc::cuda

#endif
