#include "cpu_backend.h"

#include "cpu_device.h"

namespace kcc::cpu {

namespace {

core::FoundDevices find() {
  // Never destroyed: a static object of the program may hold a buffer.
  static core::BackendDevice *const device = new CpuDevice;
  return {.slots = {{device, {}}}, .problem = {}};
}

} // namespace

core::BackendEntry backend_entry() {
  return {.backend = Backend::cpu,
          .name = "cpu",
          .find = find,
          .find_unasked = nullptr,
          .adopt = nullptr,
          .hint = "Use kcc::Device::cpu(), or KCC_DEVICE=cpu"};
}

} // namespace kcc::cpu
