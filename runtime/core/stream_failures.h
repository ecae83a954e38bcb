// Failures of kernels on devices where a failed kernel destroys nothing: they belong to streams, and each is
// reported once.
#ifndef KCC_RUNTIME_CORE_STREAM_FAILURES_H
#define KCC_RUNTIME_CORE_STREAM_FAILURES_H

#include "backend.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace kcc::core {

/// Those that no call has reported yet. All functions may be called from any thread.
class StreamFailures {
public:
  /// \p report is what the kernel says about it; nothing: it says nothing. \p operation is what has found it.
  void add(const void *stream, const std::optional<std::string> &report, const Operation &operation);
  /// Another failure of the stream.
  void add(const void *stream, std::shared_ptr<const Error> error);
  /// Throws the stream's oldest failure, if there is one, and forgets it.
  void throw_oldest_of(const void *stream);
  /// The same for all streams.
  void throw_oldest();
  /// The stream's oldest failure; null: none. It stays unreported.
  std::shared_ptr<const Error> oldest_of(const void *stream) const;
  /// The stream is no more. Its failures stay.
  void disown(const void *stream) noexcept;
  /// Forgets a failure that has been reported.
  void forget(const std::shared_ptr<const Error> &error) noexcept;
  void forget_all() noexcept;

private:
  struct Failure {
    const void *stream; ///< null: it is no more
    std::shared_ptr<const Error> error;
  };
  mutable std::mutex mutex_; ///< guards the next
  std::vector<Failure> failures_;
};

} // namespace kcc::core

#endif
