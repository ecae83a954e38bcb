// Failures of kernels of the CPU device that nobody has been told of yet.
#ifndef KCC_RUNTIME_CPU_UNCLAIMED_FAILURES_H
#define KCC_RUNTIME_CPU_UNCLAIMED_FAILURES_H

#include "../core/backend.h"

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace kcc::cpu {

/// A failure is thrown by the next call on its stream. The stream may be destroyed before there is one; then
/// whoever waits for the device hears of it, and whoever reads a buffer that the kernel may have left
/// half-written, but not the reader of another buffer. Every function may be called from any thread.
class UnclaimedFailures {
public:
  // The device's buffers, as far as a launch may be given them.
  void add_memory(const void *memory, std::size_t bytes);
  void remove_memory(const void *memory) noexcept;

  void add(std::shared_ptr<const Error> error, const core::Launch &launch);
  /// Somebody is told of this one.
  void claim(const std::shared_ptr<const Error> &error);

  /// Throws the first one, which is claimed by that. Does nothing where there is none.
  void throw_oldest();
  /// Of kernels that may have written this buffer.
  void throw_oldest_of(const void *memory);

private:
  struct Failure {
    std::shared_ptr<const Error> error;
    std::vector<const void *> buffers; ///< that the kernel was given
    bool reaches_any_memory;
  };
  void throw_first(const std::function<bool(const Failure &)> &wanted);
  const void *buffer_at(const std::byte *place) const;

  std::mutex mutex_;
  std::map<const std::byte *, std::size_t> memory_;
  std::deque<Failure> failures_; ///< in the order in which they happened
  std::size_t more_ = 0;         ///< kernels that failed when there was no room for more
};

} // namespace kcc::cpu

#endif
