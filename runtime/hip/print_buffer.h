// The memory for what one HIP device's kernels print.
#ifndef KCC_RUNTIME_HIP_PRINT_BUFFER_H
#define KCC_RUNTIME_HIP_PRINT_BUFFER_H

#include "../core/print_buffer.h"
#include "hip_api.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace kcc::hip {

/// Its functions are called with the device current. What kernels report before a trap can be read only where
/// HIP returns an error for one: some installations end the process instead.
class PrintBuffer final : public core::PrintBuffer {
public:
  explicit PrintBuffer(const HipApi &api) : api_(api) {}

  /// Gives the address to the module, which was loaded from `code`, if it writes. Throws an Error that names
  /// `operation`.
  void attach(ModuleRef module, std::string_view code, const std::string &operation);

  /// The error of a failed call: the kernel's own report of why it ended, if a kernel failed, else HIP's.
  Error failed(Result, const char *call, const std::string &operation) const;

private:
  void make(Memory &, std::size_t channel_bytes, const std::string &operation) override;
  void write(std::uint64_t to, const void *from, std::size_t bytes, const std::string &operation) override;
  bool read(void *to, std::uint64_t from, std::size_t bytes) noexcept override;

  template <class... P, class... A>
  void call(const std::string &operation, const HipCall<Result(P...)> &function, A... arguments) const;

  const HipApi &api_;
  StreamRef stream_ = nullptr;
};

} // namespace kcc::hip

#endif
