#include "timestamps.h"

#include "context.h"

namespace kcc::vulkan {

std::shared_ptr<const Timestamp> Timestamps::take(const core::Operation &operation) {
  const std::lock_guard lock(mutex_);
  if (free_.empty()) {
    constexpr std::uint32_t count = 256;
    const QueryPoolCreateInfo info{.count = count};
    QueryPoolRef pool = nullptr; // never destroyed
    context_.call(operation, context_.api.create_query_pool, context_.device, &info, nullptr, &pool);
    for (std::uint32_t i = 0; i < count; ++i)
      free_.push_back({pool, i});
  }
  std::shared_ptr<const Timestamp> taken(new Timestamp(free_.back()), [this](const Timestamp *used) {
    const std::lock_guard returning(mutex_);
    free_.push_back(*used); // has the capacity: it was in there
    delete used;
  });
  free_.pop_back();
  return taken;
}

std::uint64_t Timestamps::read(const Timestamp &timestamp, const core::Operation &operation) const {
  std::uint64_t ticks = 0;
  context_.call(operation, context_.api.get_query_pool_results, context_.device, timestamp.pool,
                timestamp.index, std::uint32_t{1}, sizeof ticks, static_cast<void *>(&ticks), sizeof ticks,
                query_result_64);
  const std::uint32_t bits = context_.physical.timestamp_bits;
  return bits >= 64 ? ticks : ticks & ((std::uint64_t{1} << bits) - 1);
}

} // namespace kcc::vulkan
