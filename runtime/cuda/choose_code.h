// Chooses which code of an image runs on a GPU.
#ifndef KCC_RUNTIME_CUDA_CHOOSE_CODE_H
#define KCC_RUNTIME_CUDA_CHOOSE_CODE_H

#include <kcc/abi/image.h>

#include <string_view>

namespace kcc::cuda {

/// The parts of a name like "sm_90a".
struct Arch {
  int number = 0;  ///< 10 * major + minor; 0: not an architecture name
  char suffix = 0; ///< 'a': only this architecture; 'f': its family; 0: this and all newer ones
};

Arch parse_arch(std::string_view name);

/// Whether PTX for `arch` runs on a device of this compute capability (10 * major + minor). See PTX ISA,
/// ".target".
bool runs_on(const Arch &arch, int capability);

/// Whether a cubin for `arch` runs there: code for the same architecture, or an older one of the same
/// generation. Those of systems on a chip and those of other GPUs do not run each other's.
bool cubin_runs_on(const Arch &arch, int capability);

/// Returns the PTX or cubin for the highest architecture that runs on the device; of two with the same
/// number, the more specific one, and of PTX and a cubin for one architecture the cubin. Null if none runs
/// there.
const abi::Code *choose_code(const abi::Image &image, int capability);

} // namespace kcc::cuda

#endif
