// Failures of kernels on the CPU device that have not been reported yet.
#ifndef KCC_RUNTIME_CPU_UNCLAIMED_FAILURES_H
#define KCC_RUNTIME_CPU_UNCLAIMED_FAILURES_H

#include "../core/backend.h"

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace kcc::cpu {

/// A failure is thrown by the next call on its stream. If the stream is destroyed before that, the failure is
/// reported to whoever waits for the device, or reads a buffer that the kernel may have left half-written,
/// but not to readers of other buffers. What nobody was told of is printed when the process ends. All
/// functions may be called from any thread.
class UnclaimedFailures {
public:
  UnclaimedFailures();

  // The device's buffers, which launches may be given.
  void add_memory(const void *memory, std::size_t bytes);
  void remove_memory(const void *memory) noexcept;

  /// What a kernel may have written to.
  struct Reach {
    const void *const *arguments; ///< the bytes of each parameter
    std::span<const core::ParameterPlace> parameters;
    bool reaches_any_memory; ///< core::Launch::reaches_any_memory
  };
  void add(std::shared_ptr<const Error> error, const Reach &reach);
  /// Marks this failure as reported.
  void claim(const std::shared_ptr<const Error> &error);

  /// Marks all failures as reported.
  void forget();

  /// Prints the failures to stderr, for the end of the process.
  void print();

  /// Throws the first failure, which counts as reported then. Does nothing if there is none.
  void throw_oldest();
  /// The same for kernels that may have written to this buffer.
  void throw_oldest_of(const void *memory);

private:
  struct Failure {
    std::shared_ptr<const Error> error;
    std::vector<const void *> buffers; ///< passed to the kernel
    bool reaches_any_memory;
  };
  void throw_first(const std::function<bool(const Failure &)> &wanted);
  const void *buffer_at(const std::byte *place) const;

  std::mutex mutex_;
  std::map<const std::byte *, std::size_t> memory_;
  std::deque<Failure> failures_; ///< in order of occurrence
};

} // namespace kcc::cpu

#endif
