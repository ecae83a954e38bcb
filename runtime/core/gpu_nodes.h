// What the system says about GPUs before any driver is loaded.
#ifndef KCC_RUNTIME_CORE_GPU_NODES_H
#define KCC_RUNTIME_CORE_GPU_NODES_H

#include "backend.h"

namespace kcc::core {

inline constexpr std::uint32_t nvidia_vendor = 0x10de, amd_vendor = 0x1002; ///< of PCI

/// Whether there is a GPU for which it is worth while to load a loader and the drivers of all vendors, which
/// takes tens of milliseconds. GPUs of the vendors in `served` are not.
bool may_have_gpus(const Vendors &served);

} // namespace kcc::core

#endif
