// What the runtime reads in a SPIR-V module: its entry points, what a device must offer, and the strings of
// abi/vulkan_code.h.
#ifndef KCC_RUNTIME_VULKAN_SPIRV_MODULE_H
#define KCC_RUNTIME_VULKAN_SPIRV_MODULE_H

#include "../core/backend.h"
#include "features.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace kcc::vulkan {

struct SpirvModule {
  struct Symbol {
    std::uint64_t offset, bytes;
  };
  struct Address {
    std::uint64_t offset, target; ///< both from the start of the variables
  };

  std::vector<std::uint32_t> words;
  std::vector<std::string> entries;
  std::set<std::string> with_warps;             ///< entries that need warps of 32 threads
  std::set<std::string> with_pushed_parameters; ///< entries whose parameters are push constants
  std::vector<std::uint32_t> capabilities;
  std::vector<std::string> extensions;
  std::string manifest;
  std::vector<std::byte> variables; ///< their initial bytes, except for addresses
  std::vector<Address> addresses;
  std::map<std::string, Symbol, std::less<>> symbols;
};

/// Throws an Error of the category invalid_code if the bytes are not such a module.
SpirvModule parse_spirv(std::span<const std::byte> bytes, const core::Operation &operation);

/// Takes out of the module that subnormal numbers are kept, for the widths for which the device cannot
/// promise that (docs/devices.md says which do not).
void drop_modes_of_subnormals(SpirvModule &, const DeviceFeatures &);

/// Takes out of the module how threads of warps come together again, for a device without warps, which runs
/// only the entries that need none.
void drop_reconvergence(SpirvModule &, const DeviceFeatures &);

/// Throws an Error that names what the module needs and the device lacks.
void check_requirements(const SpirvModule &, const DeviceFeatures &, const std::string &device_label,
                        const core::Operation &operation);

} // namespace kcc::vulkan

#endif
