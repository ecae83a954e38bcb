// The memory to which a device's kernels write what they print and why they failed.
#ifndef KCC_RUNTIME_OPENCL_PRINT_MEMORY_H
#define KCC_RUNTIME_OPENCL_PRINT_MEMORY_H

#include "../core/backend.h"
#include "../core/print_reader.h"

#include <kcc/abi/print_ring.h>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace kcc::opencl {

class Context;
class OpenclDevice;

/// Created when the first module that writes is loaded. All functions may be called from any thread.
class PrintMemory {
public:
  explicit PrintMemory(OpenclDevice &device) : device_(device) {}

  /// The address of the device's abi::PrintControl, for a module's variable abi::print_variable.
  std::uint64_t control(const core::Operation &);

  /// What has arrived since the last call.
  core::Messages take() noexcept;

  /// What a kernel that has failed says about it, if it does; from then on, the next one can.
  std::optional<std::string> take_failure() noexcept;

  std::uint64_t capacity();
  /// Returns false if there is a ring already.
  bool set_capacity(std::uint64_t bytes);

private:
  static constexpr std::uint64_t standard_capacity = std::uint64_t{1} << 20;

  core::PrintReader::Counters read_counters(const Context &) const;
  void pull(const Context &);
  void push(const Context &, bool had_overflowed);

  OpenclDevice &device_;
  std::mutex mutex_; ///< guards what follows
  std::uint64_t capacity_ = standard_capacity;
  std::byte *control_ = nullptr, *channel_ = nullptr; ///< on the device
  std::vector<std::uint64_t> mirror_;                 ///< of the channel, where the host cannot access it
  std::uint64_t mirrored_ = 0;                        ///< how far kernels had written at the last pull()
  abi::PrintChannel *host_ = nullptr;                 ///< the channel or its mirror
  std::optional<core::PrintReader> reader_;
};

} // namespace kcc::opencl

#endif
