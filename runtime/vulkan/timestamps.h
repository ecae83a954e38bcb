// The times that events note on the device.
#ifndef KCC_RUNTIME_VULKAN_TIMESTAMPS_H
#define KCC_RUNTIME_VULKAN_TIMESTAMPS_H

#include "vulkan_types.h"

#include "../core/backend.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace kcc::vulkan {

class Context;

struct Timestamp {
  QueryPoolRef pool;
  std::uint32_t index;
};

/// Any thread may use it.
class Timestamps {
public:
  explicit Timestamps(Context &context) : context_(context) {}
  /// One that is used by nobody else until nobody has the pointer any more.
  std::shared_ptr<const Timestamp> take(const core::Operation &);
  /// Ticks of the device; the work that notes it is done.
  std::uint64_t read(const Timestamp &, const core::Operation &) const;

private:
  Context &context_;
  std::mutex mutex_; ///< guards the next
  std::vector<Timestamp> free_;
};

} // namespace kcc::vulkan

#endif
