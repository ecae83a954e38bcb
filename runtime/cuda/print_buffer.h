// The memory for what one CUDA device's kernels print.
#ifndef KCC_RUNTIME_CUDA_PRINT_BUFFER_H
#define KCC_RUNTIME_CUDA_PRINT_BUFFER_H

#include "../core/module_content.h"
#include "../core/print_buffer.h"
#include "driver.h"
#include "driver_errors.h"

#include <cstdint>
#include <string>

namespace kcc::cuda {

/// Its functions are called with the GPU's context current.
class PrintBuffer final : public core::PrintBuffer {
public:
  explicit PrintBuffer(const DriverApi &api) : api_(api) {}

  /// Gives the address to the module, which was loaded from `code`, if it writes. Throws an Error that names
  /// `operation`.
  void attach(ModuleRef module, const core::Content &code, const std::string &operation);

  /// The error of a failed call: the kernel's own report of why it ended, if a kernel failed, else the
  /// driver's error.
  Error failed(Result, const char *call, const std::string &operation, std::string log = {}) const;

private:
  void make(Memory &, std::size_t channel_bytes, const std::string &operation) override;
  void write(std::uint64_t to, const void *from, std::size_t bytes, const std::string &operation) override;
  bool read(void *to, std::uint64_t from, std::size_t bytes) noexcept override;

  template <class... P, class... A>
  void call(const std::string &operation, const DriverCall<Result(P...)> &function, A... arguments) const;

  const DriverApi &api_;
  StreamRef stream_ = nullptr;
};

} // namespace kcc::cuda

#endif
