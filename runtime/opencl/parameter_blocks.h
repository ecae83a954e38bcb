// Memory for the parameters of launches.
#ifndef KCC_RUNTIME_OPENCL_PARAMETER_BLOCKS_H
#define KCC_RUNTIME_OPENCL_PARAMETER_BLOCKS_H

#include "../core/backend.h"

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace kcc::opencl {

class Context;

struct ParameterBlock {
  std::size_t bytes = 0;
  std::byte *device = nullptr;
  std::unique_ptr<std::byte[]> copy; ///< of the host, whose bytes go to the device; null: it writes there

  std::byte *host() const noexcept { return copy ? copy.get() : device; }
};

/// Any thread may use it.
class ParameterBlocks {
public:
  explicit ParameterBlocks(Context &context) : context_(context) {}

  /// At least so many bytes. They are free again when nobody has the pointer any more.
  std::shared_ptr<const ParameterBlock> take(std::size_t bytes, const core::Operation &);

private:
  static constexpr std::size_t standard_bytes = std::size_t{64} << 10;
  static constexpr std::size_t most_free = 16;

  void give_back(std::unique_ptr<ParameterBlock>) noexcept;

  Context &context_;
  std::mutex mutex_; ///< guards the next
  std::vector<std::unique_ptr<ParameterBlock>> free_;
};

} // namespace kcc::opencl

#endif
