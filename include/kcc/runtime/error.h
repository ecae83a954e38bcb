// The exception that the runtime throws.
#ifndef KCC_RUNTIME_ERROR_H
#define KCC_RUNTIME_ERROR_H

#include <memory>
#include <stdexcept>
#include <string>

namespace kcc {

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
  };

  explicit Error(Parts parts);

  const std::string &operation() const noexcept { return parts_->operation; }
  int code() const noexcept { return parts_->code; }
  const std::string &code_name() const noexcept { return parts_->code_name; }
  const std::string &log() const noexcept { return parts_->log; }
  const std::string &hint() const noexcept { return parts_->hint; }

private:
  std::shared_ptr<const Parts> parts_; // shared: an exception must be copyable without throwing
};

namespace detail {
/// Throws an Error that comes from kcc itself, without a driver code.
[[noreturn]] void fail(std::string operation, std::string text, std::string hint = {});
} // namespace detail

} // namespace kcc

#endif
