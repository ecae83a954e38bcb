// The library itself and its devices.
#include "objects.h"

#include <cstdio>
#include <cstring>

using namespace fake_hip;

namespace {

/// The error of queries about a GPU.
Result of_gpu(int device) {
  if (device < 0 || static_cast<std::size_t>(device) >= gpus.size())
    return invalid_device;
  const auto bad = state().bad_gpus.find(device);
  return bad == state().bad_gpus.end() ? success : bad->second;
}

const Gpu &gpu(int device) {
  return gpus[static_cast<std::size_t>(device)];
}

Result write_arch(PropertiesBytes *properties, int device, std::size_t place) {
  if (const Result result = of_gpu(device); result != success)
    return returned(result);
  std::strcpy(properties->bytes, gpu(device).name);
  std::strcpy(properties->bytes + place, gpu(device).arch);
  return success;
}

} // namespace

extern "C" {

Result hipInit(unsigned) {
  KCC_FAKE("hipInit");
  return success;
}
Result hipRuntimeGetVersion(int *version) {
  KCC_FAKE("hipRuntimeGetVersion");
  *version = 60240092;
  return success;
}
Result hipGetLastError() {
  KCC_FAKE("hipGetLastError");
  const Result result = last_error();
  forget_last_error();
  return result;
}
const char *hipGetErrorString(Result) {
  return "the fake HIP's text";
}
Result hipGetDeviceCount(int *count) {
  KCC_FAKE("hipGetDeviceCount");
  *count = static_cast<int>(gpus.size());
  return success;
}
Result hipGetDevice(int *device) {
  KCC_FAKE("hipGetDevice");
  *device = current();
  return success;
}
Result hipSetDevice(int device) {
  KCC_FAKE("hipSetDevice");
  if (static_cast<std::size_t>(device) >= gpus.size())
    return returned(invalid_device);
  current() = device;
  return success;
}
Result hipDeviceGetName(char *name, int length, int device) {
  KCC_FAKE("hipDeviceGetName");
  if (const Result result = of_gpu(device); result != success)
    return returned(result);
  std::strncpy(name, gpu(device).name, static_cast<std::size_t>(length));
  return success;
}
Result hipDeviceTotalMem(std::size_t *bytes, int device) {
  KCC_FAKE("hipDeviceTotalMem");
  if (const Result result = of_gpu(device); result != success)
    return returned(result);
  *bytes = std::size_t{64} << 30;
  return success;
}
Result hipDeviceGetAttribute(int *value, Attribute attribute, int device) {
  KCC_FAKE("hipDeviceGetAttribute");
  if (const Result result = of_gpu(device); result != success)
    return returned(result);
  switch (attribute) {
  case Attribute::max_threads_per_block:
  case Attribute::max_block_dim_x:
  case Attribute::max_block_dim_y:
  case Attribute::max_block_dim_z:
    *value = 1024;
    break;
  case Attribute::max_grid_dim_x:
    *value = 2147483647;
    break;
  case Attribute::max_grid_dim_y:
  case Attribute::max_grid_dim_z:
    *value = 65536;
    break;
  case Attribute::max_shared_memory_per_block:
    *value = 65536;
    break;
  case Attribute::multiprocessor_count:
    *value = gpu(device).multiprocessors;
    break;
  case Attribute::clock_rate:
    *value = gpu(device).clock_khz;
    break;
  default:
    *value = static_cast<int>(attribute); // so that a test can tell them apart
  }
  return success;
}
#ifndef KCC_FAKE_HIP_5
Result hipGetDevicePropertiesR0600(PropertiesBytes *properties, int device) {
  KCC_FAKE("hipGetDevicePropertiesR0600");
  return write_arch(properties, device, arch_name_place_r0600);
}
#endif
Result hipGetDeviceProperties(PropertiesBytes *properties, int device) {
  KCC_FAKE("hipGetDeviceProperties");
  return write_arch(properties, device, arch_name_place_r0000);
}
Result hipDeviceGetUuid(Uuid *uuid, int device) {
  KCC_FAKE("hipDeviceGetUuid");
  std::array<char, 17> digits{};
  std::snprintf(digits.data(), digits.size(), "5a3c0d5e0011%04x", static_cast<unsigned>(device));
  std::memcpy(uuid->bytes, digits.data(), sizeof uuid->bytes);
  return success;
}
Result hipDeviceGetPCIBusId(char *text, int length, int device) {
  KCC_FAKE("hipDeviceGetPCIBusId");
  std::snprintf(text, static_cast<std::size_t>(length), "0000:%02x:00.0",
                0xc0 + static_cast<unsigned>(device));
  return success;
}
Result hipDeviceGetStreamPriorityRange(int *least, int *greatest) {
  KCC_FAKE_ON_DEVICE("hipDeviceGetStreamPriorityRange");
  *least = 1;
  *greatest = -1;
  return success;
}
Result hipDeviceGetLimit(std::size_t *value, Limit limit) {
  KCC_FAKE_ON_DEVICE("hipDeviceGetLimit");
  if (limit != limit_stack_bytes)
    return returned(error_invalid_value);
  *value = state().stack_bytes;
  return success;
}
Result hipDeviceSetLimit(Limit limit, std::size_t value) {
  KCC_FAKE_ON_DEVICE("hipDeviceSetLimit");
  if (limit != limit_stack_bytes)
    return returned(error_invalid_value);
  state().stack_bytes = value;
  return success;
}
Result hipGetDeviceFlags(unsigned *flags) {
  KCC_FAKE_ON_DEVICE("hipGetDeviceFlags");
  *flags = state().device_flags;
  return success;
}
Result hipSetDeviceFlags(unsigned flags) {
  KCC_FAKE_ON_DEVICE("hipSetDeviceFlags");
  state().device_flags = flags;
  return success;
}
Result hipDeviceSynchronize() {
  KCC_FAKE_ON_DEVICE("hipDeviceSynchronize");
  return returned(finish_device(current()));
}
Result hipMemGetInfo(std::size_t *free, std::size_t *total) {
  KCC_FAKE_ON_DEVICE("hipMemGetInfo");
  *free = std::size_t{60} << 30;
  *total = std::size_t{64} << 30;
  return success;
}

} // extern "C"
