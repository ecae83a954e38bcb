// Images without code for a device.
#ifndef KCC_RUNTIME_CORE_MISSING_CODE_H
#define KCC_RUNTIME_CORE_MISSING_CODE_H

#include <kcc/abi/image.h>

#include <string>
#include <string_view>

namespace kcc::core {

/// Throws the Error for an image that has no code for `devices` ("the CPU device"), which is made by the
/// target of this name.
[[noreturn]] void fail_without_code(std::string operation, const abi::Image &image, std::string_view devices,
                                    std::string_view target);

} // namespace kcc::core

#endif
