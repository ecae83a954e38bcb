#include "parameter_blocks.h"

#include "context.h"

#include <algorithm>
#include <utility>

namespace kcc::opencl {

std::shared_ptr<const ParameterBlock> ParameterBlocks::take(std::size_t bytes,
                                                            const core::Operation &operation) {
  std::unique_ptr<ParameterBlock> block;
  if (bytes <= standard_bytes) {
    const std::lock_guard lock(mutex_);
    if (!free_.empty()) {
      block = std::move(free_.back());
      free_.pop_back();
    }
  }
  if (!block) {
    block = std::make_unique<ParameterBlock>();
    block->bytes = std::max(bytes, standard_bytes);
    if (!context_.facts.has_fine_grain())
      block->copy = std::make_unique<std::byte[]>(block->bytes);
    block->device =
        static_cast<std::byte *>(context_.allocations.allocate(block->bytes, MemoryKind::shared, operation));
  }
  ParameterBlock *const taken = block.get();
  // If there is no memory for the pointer's counter, the deleter is called.
  return {(void(block.release()), taken),
          [this](ParameterBlock *used) { give_back(std::unique_ptr<ParameterBlock>(used)); }};
}

void ParameterBlocks::give_back(std::unique_ptr<ParameterBlock> block) noexcept {
  if (block->bytes == standard_bytes) {
    const std::lock_guard lock(mutex_);
    if (free_.size() < most_free) {
      if (free_.capacity() < most_free) {
        try {
          free_.reserve(most_free);
        } catch (const std::bad_alloc &) {
          return context_.allocations.release(block->device, [] {});
        }
      }
      free_.push_back(std::move(block));
      return;
    }
  }
  context_.allocations.release(block->device, [] {}); // the launches that used it are done
}

} // namespace kcc::opencl
