// Platforms, devices and contexts.
#include "objects.h"

#include <algorithm>
#include <cstring>

namespace fake_opencl {

using namespace kcc::opencl;

State &state() {
  static State &state = *new State;
  return state;
}

std::uint64_t Launch::word(std::uint32_t argument) const {
  std::uint64_t value = 0;
  const std::vector<std::byte> &bytes = arguments.at(argument);
  std::memcpy(&value, bytes.data(), std::min(bytes.size(), sizeof value));
  return value;
}

bool fails(const char *name) {
  State &fake = state();
  const std::lock_guard lock(fake.mutex);
  if (!fake.fail_call || (*fake.fail_call)-- != 0)
    return false;
  fake.fail_call.reset();
  fake.failed_call = name;
  return true;
}

void count(const char *kind, int change) {
  State &fake = state();
  const std::lock_guard lock(fake.mutex);
  fake.alive[kind] += static_cast<std::size_t>(change);
}

namespace {

PlatformObject platforms[] = {
    {0, first_of_second_platform}, {first_of_second_platform, devices.size()}, {0, 0}};

std::vector<DeviceObject> &listed_devices() {
  static std::vector<DeviceObject> &listed = *[] {
    auto *const all = new std::vector<DeviceObject>;
    for (const Device &device : devices)
      all->push_back({&device});
    return all;
  }();
  return listed;
}

Status answer(const void *value, std::size_t bytes, std::size_t space, void *to, std::size_t *needed) {
  if (needed)
    *needed = bytes;
  if (to && space < bytes)
    return -30;
  if (to)
    std::memcpy(to, value, bytes);
  return success;
}
Status answer(const char *text, std::size_t space, void *to, std::size_t *needed) {
  return answer(text, std::strlen(text) + 1, space, to, needed);
}
template <class T> Status answer(const T &value, std::size_t space, void *to, std::size_t *needed) {
  return answer(static_cast<const void *>(&value), sizeof value, space, to, needed);
}

} // namespace

extern "C" {

Status clGetPlatformIDs(Uint space, PlatformRef *to, Uint *total) {
  if (total)
    *total = std::size(platforms);
  for (Uint i = 0; to && i < std::min<Uint>(space, std::size(platforms)); ++i)
    to[i] = &platforms[i];
  return success;
}

Status clGetPlatformInfo(PlatformRef, Uint what, std::size_t space, void *to, std::size_t *needed) {
  return answer(what == platform_name ? "Fake platform" : "", space, to, needed);
}

Status clGetDeviceIDs(PlatformRef platform, Bits, Uint space, DeviceRef *to, Uint *total) {
  const std::size_t count = platform->last - platform->first;
  if (count == 0)
    return error_device_not_found;
  if (total)
    *total = static_cast<Uint>(count);
  for (std::size_t i = 0; to && i < std::min<std::size_t>(space, count); ++i)
    to[i] = &listed_devices()[platform->first + i];
  return success;
}

Status clGetDeviceInfo(DeviceRef asked, Uint what, std::size_t space, void *to, std::size_t *needed) {
  const Device &device = *asked->device;
  switch (what) {
  case device_name:
    return answer(device.name, space, to, needed);
  case device_version:
    return answer(device.version, space, to, needed);
  case driver_version:
    return answer("1.0", space, to, needed);
  case device_il_version:
    return answer(device.il_version, space, to, needed);
  case device_extensions:
    return answer(device.extensions, space, to, needed);
  case device_type:
    return answer(device.type, space, to, needed);
  case device_svm_capabilities:
    return answer(device.svm, space, to, needed);
  case device_vendor_id:
    return answer(device.vendor, space, to, needed);
  case device_address_bits:
    return answer(device.address_bits, space, to, needed);
  case device_available:
    return answer(Bool{1}, space, to, needed);
  case device_max_compute_units:
    return answer(Uint{8}, space, to, needed);
  case device_max_work_group_size:
    return answer(std::size_t{256}, space, to, needed);
  case device_max_work_item_sizes:
    return answer(std::array<std::size_t, 3>{256, 256, 64}, space, to, needed);
  case device_global_memory:
    return answer(std::uint64_t{1} << 30, space, to, needed);
  case device_max_allocation:
    return answer(std::uint64_t{1} << 28, space, to, needed);
  case device_local_memory:
    return answer(std::uint64_t{1} << 15, space, to, needed);
  case device_sub_group_sizes:
    return answer(static_cast<const void *>(device.sub_group_sizes.data()),
                  device.sub_group_sizes.size() * sizeof(std::size_t), space, to, needed);
  case device_uuid:
    return answer(std::array<unsigned char, 16>{1, 2, 3}, space, to, needed);
  case device_pci_bus_info:
    return answer(PciBusInfo{0, 0x3b, 0, 1}, space, to, needed);
  default:
    return -30;
  }
}

ContextRef clCreateContext(const Property *, Uint, const DeviceRef *device, const void *, void *,
                           Status *status) {
  if (fails("clCreateContext")) {
    *status = state().fail_with;
    return nullptr;
  }
  count("context", 1);
  *status = success;
  return new ContextObject{*device};
}

Status clReleaseContext(ContextRef context) {
  count("context", -1);
  delete context;
  return success;
}

void *clSVMAlloc(ContextRef, Bits, std::size_t bytes, Uint) {
  if (fails("clSVMAlloc"))
    return nullptr;
  void *const memory = ::operator new(bytes, std::align_val_t{128});
  std::memset(memory, 0xa5, bytes);
  const std::lock_guard lock(state().mutex);
  state().memory.emplace(memory, bytes);
  return memory;
}

void clSVMFree(ContextRef, void *memory) {
  const std::lock_guard lock(state().mutex);
  if (state().memory.erase(memory) == 0)
    ++state().wrong_calls;
  else
    ::operator delete(memory, std::align_val_t{128});
}

} // extern "C"

} // namespace fake_opencl
