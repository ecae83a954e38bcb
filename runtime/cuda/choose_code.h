// Which of an image's codes a GPU runs.
#ifndef KCC_RUNTIME_CUDA_CHOOSE_CODE_H
#define KCC_RUNTIME_CUDA_CHOOSE_CODE_H

#include <kcc/abi/image.h>

#include <string_view>

namespace kcc::cuda {

/// "sm_90a" taken apart.
struct Arch {
  int number = 0;  ///< 10 * major + minor; 0: not an architecture's name
  char suffix = 0; ///< 'a': exactly this architecture; 'f': its family; 0: this and all newer ones
};

Arch parse_arch(std::string_view name);

/// Whether PTX for `arch` runs on a device of this compute capability (10 * major + minor).
/// Rules: PTX ISA, ".target".
bool runs_on(const Arch &arch, int capability);

/// The PTX for the greatest architecture that runs on the device; of two with one number the more specific.
/// Null if none runs there.
const abi::Code *choose_code(const abi::Image &image, int capability);

} // namespace kcc::cuda

#endif
