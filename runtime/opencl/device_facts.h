// What a driver says about a device.
#ifndef KCC_RUNTIME_OPENCL_DEVICE_FACTS_H
#define KCC_RUNTIME_OPENCL_DEVICE_FACTS_H

#include "opencl_api.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kcc::opencl {

/// A device as OpenCL lists it. Exists before anything is started on it. What the driver does not tell is 0
/// or empty.
struct DeviceFacts {
  const Api &api;
  PlatformRef platform;
  DeviceRef device;
  std::string platform_name, name, version, driver_version, il_version;
  Bits type = 0, svm = 0;
  Uint vendor = 0; ///< on the PCI bus, if it is a GPU
  Uint address_bits = 0, compute_units = 0;
  std::size_t max_threads_per_block = 0;
  std::array<std::size_t, 3> max_block{};
  std::uint64_t memory_bytes = 0, max_allocation_bytes = 0, shared_bytes = 0;
  std::vector<std::size_t> sub_group_sizes;
  bool is_available = false, is_unified = false, has_double = false, rounds_quotients = false,
       keeps_subnormals = false;

  DeviceFacts(const Api &, PlatformRef, DeviceRef);

  /// Why kcc cannot use it; empty if it can.
  std::string problem() const;

  bool is_processor() const noexcept { return (type & device_type_cpu) != 0; }
  /// Whether the host may read and write memory of the device as its own.
  bool has_fine_grain() const noexcept { return (svm & svm_fine_grain_buffer) != 0; }
  /// Whether kernels may access all memory without being told which.
  bool reaches_everything() const noexcept { return (svm & svm_fine_grain_system) != 0; }
  /// Why kernels cannot use warps, which are sub-groups of 32 threads; empty if they can.
  std::string why_no_warps() const;
  bool has_priorities() const noexcept;
  bool has_extension(std::string_view extension) const noexcept;
  std::optional<std::array<std::uint8_t, uuid_bytes>> uuid() const;
  std::optional<PciBusInfo> place() const;

private:
  std::string extensions_, platform_extensions_;
};

} // namespace kcc::opencl

#endif
