// Attributes that follow from a device's limits.
#ifndef KCC_RUNTIME_CORE_LIMIT_ATTRIBUTES_H
#define KCC_RUNTIME_CORE_LIMIT_ATTRIBUTES_H

#include <kcc/runtime/device.h>

#include <optional>

namespace kcc::core {

/// Nothing if it is no limit.
std::optional<int> limit_attribute(const DeviceLimits &limits, DeviceAttribute which);

} // namespace kcc::core

#endif
