// Launches.
#include "../core/dimensions.h"
#include "current.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace kcc::hip {

namespace {

/// The parameters as kcc's kernels for AMD's GPUs get them: as one struct.
class ParameterBlock {
public:
  explicit ParameterBlock(const core::Launch &launch) {
    // A struct ends at a multiple of its alignment, which is 16 at most.
    bytes_ = (launch.parameter_bytes() + 15) / 16 * 16;
    if (bytes_ > few_.size())
      many_.resize(bytes_);
    launch.copy_parameters(data());
  }

  std::byte *data() { return many_.empty() ? few_.data() : many_.data(); }
  std::size_t &bytes() { return bytes_; }

private:
  alignas(16) std::array<std::byte, 512> few_{};
  std::vector<std::byte> many_;
  std::size_t bytes_ = 0;
};

/// hipModuleLaunchKernel counts the threads along a dimension with 32 bits.
void check_threads(const LaunchConfig &config, const core::Operation &operation) {
  const auto is_over = [](std::uint64_t blocks, std::uint32_t threads) {
    return blocks * threads > std::numeric_limits<std::uint32_t>::max();
  };
  const Dim3 &grid = config.grid, &block = config.block;
  if (is_over(grid.x, block.x) || is_over(grid.y, block.y) || is_over(grid.z, block.z))
    detail::fail(operation.text(),
                 "the grid " + core::text(grid) + " of blocks " + core::text(block) +
                     " has 2^32 threads or more along a dimension, and HIP launches fewer",
                 "Take fewer blocks, and let each thread do more: kcc::grid_stride()");
}

} // namespace

void HipDevice::launch(StreamHandle *stream, const core::Launch &launch, Operation operation) {
  const LaunchConfig &config = *launch.config;
  if (config.cooperative)
    core::fail_too_many_cooperative_blocks(operation.text(), config, 0);
  check_threads(config, operation);
  const Current current(*this, operation);
  ParameterBlock block(launch);
  std::array<void *, 5> extra{launch_buffer, block.data(), launch_buffer_bytes, &block.bytes(), launch_end};
  call(operation, api_.module_launch_kernel, raw(launch.function), config.grid.x, config.grid.y,
       config.grid.z, config.block.x, config.block.y, config.block.z,
       static_cast<unsigned>(config.dynamic_shared_bytes), raw(stream), static_cast<void **>(nullptr),
       extra.data());
}

} // namespace kcc::hip
