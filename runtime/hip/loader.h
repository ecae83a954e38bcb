// Loads HIP's library.
#ifndef KCC_RUNTIME_HIP_LOADER_H
#define KCC_RUNTIME_HIP_LOADER_H

#include "hip_api.h"

#include <string>

namespace kcc::hip {

/// HIP, loaded and initialized. The library stays loaded until the process ends.
struct Hip {
  HipApi api;
  int version; ///< 10,000,000 * major + 100,000 * minor + patch
};

/// The process's HIP: the library given to kcc::use_hip_library, else the environment variable
/// KCC_HIP_LIBRARY, else libamdhip64.so of the newest version that is found. Loaded by the first call. Throws
/// an Error that says what failed; then the next call tries again.
const Hip &hip();

/// Whether the program or the environment names a library.
bool is_library_chosen();

/// "HIP 6.2"
std::string version_text(const Hip &);

} // namespace kcc::hip

#endif
