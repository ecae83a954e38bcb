// What capabilities of SPIR-V mean for a device (OpenCL SPIR-V Environment Specification, "Capabilities").
#include "requirements.h"

#include <algorithm>
#include <array>
#include <string>

namespace kcc::opencl {

namespace {

struct Capability {
  std::uint32_t number;
  const char *name;
  const char *text; ///< what a kernel with it needs
  bool (*is_offered)(const DeviceFacts &);
};

constexpr auto known_capabilities = std::to_array<Capability>({
    {9, "Float16", "arithmetic with 16-bit floats",
     [](const DeviceFacts &d) { return d.has_extension("cl_khr_fp16"); }},
    {10, "Float64", "arithmetic with 64-bit floats", [](const DeviceFacts &d) { return d.has_double; }},
    {12, "Int64Atomics", "64-bit atomic operations",
     [](const DeviceFacts &d) {
       return d.has_extension("cl_khr_int64_base_atomics") &&
              d.has_extension("cl_khr_int64_extended_atomics");
     }},
});

} // namespace

void check_requirements(const spirv::Module &module, const DeviceFacts &device,
                        const core::Operation &operation) {
  for (const std::uint32_t number : module.capabilities) {
    const auto known = std::ranges::find(known_capabilities, number, &Capability::number);
    if (known != known_capabilities.end() && !known->is_offered(device))
      detail::fail(ErrorCategory::not_supported, operation.text(),
                   std::string("the code needs ") + known->text + " (SPIR-V capability " + known->name +
                       "), which the device lacks",
                   "Leave that out in kernels for this device, or run on another one: see "
                   "kcc::Device::all()");
  }
}

} // namespace kcc::opencl
