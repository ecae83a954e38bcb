// What kernels print, as the host receives it.
#ifndef KCC_RUNTIME_OUTPUT_H
#define KCC_RUNTIME_OUTPUT_H

#include <kcc/runtime/launch_config.h>

#include <cstdint>
#include <functional>
#include <string_view>

namespace kcc {

/// One message: the text of one call of kcc::print or printf, including its line breaks.
struct Output {
  std::string_view text; ///< valid during the call of the handler
  Dim3 block, thread;    ///< the thread that wrote it
  std::uint64_t lost =
      0; ///< nonzero: this many messages were dropped; `text` says so, block and thread are 0
};

/// Handles the messages of a device, see Device::on_output.
using OutputHandler = std::function<void(const Output &)>;

} // namespace kcc

#endif
