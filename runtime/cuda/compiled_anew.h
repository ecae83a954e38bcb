// PTX that the driver has never seen.
#ifndef KCC_RUNTIME_CUDA_COMPILED_ANEW_H
#define KCC_RUNTIME_CUDA_COMPILED_ANEW_H

#include <string>
#include <string_view>

namespace kcc::cuda {

/// `ptx` with a comment that makes it differ from all others, so that the driver compiles it: code from the
/// driver's cache comes without the compiler's log.
std::string compiled_anew(std::string_view ptx);

} // namespace kcc::cuda

#endif
