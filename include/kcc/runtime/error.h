// The exception that the runtime throws.
#ifndef KCC_RUNTIME_ERROR_H
#define KCC_RUNTIME_ERROR_H

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace kcc {

/// What kind of mistake or misfortune an Error is; the same for the same cause on every backend.
enum class ErrorCategory {
  invalid_argument, ///< wrong arguments: types, sizes, devices, or a launch over a limit
  invalid_state,    ///< the object does not allow it now: moved from, never recorded, made before a reset
  out_of_memory,    ///< not enough memory; may succeed after some has been freed
  kernel_failed,    ///< a kernel trapped, failed an assertion or accessed memory that it must not
  device_lost,      ///< the device failed, and not because of a kernel: memory or a connection is broken
  busy,             ///< may succeed later: used exclusively by another process, not started yet, timeout
  not_supported,    ///< the device, the driver or the backend has no such feature
  not_found,        ///< no kernel, variable or file of this name
  no_device,        ///< no such device, or it cannot be used
  driver,           ///< the driver or a library is missing, incomplete or too old
  invalid_code,     ///< PTX or an image that does not load: damaged, or for other devices or versions
  system,           ///< the operating system refused
  internal          ///< none of these: a defect of kcc or of the driver, or an error that kcc does not know
};

/// "out_of_memory"; the text has static lifetime.
std::string_view category_name(ErrorCategory category) noexcept;

/// A failed operation: what was attempted on which object, what the driver said, and what to do instead.
/// Copying one never throws. Safe to read from any thread.
class Error : public std::runtime_error {
public:
  struct Parts {
    std::string operation; ///< "launching kernel `add` of module `add.cpp` on device 0 (NVIDIA H200)"
    int code = 0;          ///< the driver's number; 0 if kcc itself refused
    std::string code_name; ///< "CUDA_ERROR_INVALID_VALUE"; empty if kcc itself refused
    std::string text;      ///< what is wrong
    std::string log;       ///< the log of the driver's PTX compiler, if there is one
    std::string hint;      ///< what to do instead, one or more full sentences without the final full stop
    ErrorCategory category = ErrorCategory::internal;
    bool sticky = false; ///< the device refuses all work of this process from now on
  };

  explicit Error(Parts parts);

  const std::string &operation() const noexcept { return parts_->operation; }
  int code() const noexcept { return parts_->code; }
  const std::string &code_name() const noexcept { return parts_->code_name; }
  const std::string &log() const noexcept { return parts_->log; }
  const std::string &hint() const noexcept { return parts_->hint; }
  ErrorCategory category() const noexcept { return parts_->category; }
  /// Whether the device is unusable to this process from now on: every later call fails with the same error.
  /// Other processes can use it. Never true for the CPU device, which survives a failed kernel.
  bool is_sticky() const noexcept { return parts_->sticky; }

private:
  std::shared_ptr<const Parts> parts_; // shared: an exception must be copyable without throwing
};

namespace detail {
/// Throws an Error that comes from kcc itself, without a driver code: the caller's arguments are wrong.
[[noreturn]] void fail(std::string operation, std::string text, std::string hint = {});
/// The same for another reason.
[[noreturn]] void fail(ErrorCategory category, std::string operation, std::string text,
                       std::string hint = {});
} // namespace detail

} // namespace kcc

#endif
