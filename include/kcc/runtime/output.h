// What kernels print, as the host gets it.
#ifndef KCC_RUNTIME_OUTPUT_H
#define KCC_RUNTIME_OUTPUT_H

#include <kcc/runtime/launch_config.h>

#include <cstdint>
#include <functional>
#include <string_view>

namespace kcc {

/// One message: what one call of kcc::print or printf wrote, with the line breaks that were in it.
struct Output {
  std::string_view text;  ///< valid during the handler's call
  Dim3 block, thread;     ///< the thread that wrote it
  std::uint64_t lost = 0; ///< not 0: so many messages had no room; `text` says so, block and thread are 0
};

/// Takes the messages of a device, see Device::on_output.
using OutputHandler = std::function<void(const Output &)>;

} // namespace kcc

#endif
