// The library itself, devices, contexts.
#include "objects.h"

#include <cstdio>

using namespace fake_cuda;

namespace {

std::array<ContextObject, gpus.size()> contexts{{{0}, {1}, {2}}};
std::array<ContextObject, gpus.size()> foreign_contexts{{{0}, {1}, {2}}};

/// The error of queries about a GPU.
Result of_gpu(DeviceNumber number) {
  const auto bad = state().bad_gpus.find(number);
  return bad == state().bad_gpus.end() ? success : bad->second;
}

} // namespace

void *fake_cuda::foreign_context(int device) {
  return &foreign_contexts[static_cast<std::size_t>(device)];
}

extern "C" {

Result cuInit(unsigned) {
  KCC_FAKE("cuInit");
  return success;
}
Result cuDriverGetVersion(int *version) {
  KCC_FAKE("cuDriverGetVersion");
  *version = 12080;
  return success;
}
Result cuGetErrorString(Result, const char **text) {
  *text = "the fake driver's text";
  return success;
}
Result cuDeviceGetCount(int *count) {
  KCC_FAKE("cuDeviceGetCount");
  *count = static_cast<int>(gpus.size());
  return success;
}
Result cuDeviceGet(DeviceNumber *number, int ordinal) {
  KCC_FAKE("cuDeviceGet");
  *number = ordinal;
  return success;
}
Result cuDeviceGetName(char *name, int length, DeviceNumber number) {
  KCC_FAKE("cuDeviceGetName");
  if (const Result result = of_gpu(number); result != success)
    return result;
  std::strncpy(name, gpus[static_cast<std::size_t>(number)].name, static_cast<std::size_t>(length));
  return success;
}
Result cuDeviceTotalMem_v2(std::size_t *bytes, DeviceNumber number) {
  KCC_FAKE("cuDeviceTotalMem");
  if (const Result result = of_gpu(number); result != success)
    return result;
  *bytes = std::size_t{16} << 30;
  return success;
}
Result cuDeviceGetAttribute(int *value, DeviceAttribute attribute, DeviceNumber number) {
  KCC_FAKE("cuDeviceGetAttribute");
  if (const Result result = of_gpu(number); result != success)
    return result;
  const auto &gpu = gpus[static_cast<std::size_t>(number)];
  using enum DeviceAttribute;
  const std::map<DeviceAttribute, int> values{
      {memory_pools_supported, state().has_pools},
      {virtual_memory_management_supported, state().has_virtual_memory},
      {read_only_host_register_supported, 1},
      {max_threads_per_block, 1024},
      {max_block_dim_x, 1024},
      {max_block_dim_y, 1024},
      {max_block_dim_z, 64},
      {max_grid_dim_x, 0x7fffffff},
      {max_grid_dim_y, 65535},
      {max_grid_dim_z, 65535},
      {max_shared_memory_per_block, 48 * 1024},
      {cooperative_launch, state().cooperative},
      {cluster_launch, gpu.major >= 9},
      {max_shared_memory_per_block_optin, gpu.major >= 9 ? 227 * 1024 : 64 * 1024},
      {warp_size, 32},
      {texture_alignment, 512},
      {texture_pitch_alignment, 32},
      {maximum_texture1d_width, 131072},
      {maximum_texture2d_width, 131072},
      {maximum_texture2d_height, 65536},
      {maximum_texture1d_linear_width, 1 << 28},
      {maximum_texture2d_linear_width, 131072},
      {maximum_surface2d_width, 131072},
      {maximum_surface2d_height, 32768},
      {maximum_texture2d_layered_layers, 2048},
      {clock_rate, gpu.clock_khz},
      {multiprocessor_count, gpu.multiprocessors},
      {compute_capability_major, gpu.major},
      {compute_capability_minor, gpu.minor}};
  const auto found = values.find(attribute);
  if (found == values.end()) // as older drivers answer for newer attributes
    return invalid_value;
  *value = found->second;
  return success;
}
Result cuDeviceGetUuid_v2(DeviceUuid *uuid, DeviceNumber number) {
  KCC_FAKE("cuDeviceGetUuid");
  for (std::size_t i = 0; i < std::size(uuid->bytes); ++i)
    uuid->bytes[i] = static_cast<unsigned char>(i == 0 ? number : 0xf0 + i);
  return success;
}
Result cuDeviceGetPCIBusId(char *text, int length, DeviceNumber number) {
  KCC_FAKE("cuDeviceGetPCIBusId");
  std::snprintf(text, static_cast<std::size_t>(length), "0000:%02X:00.0", 0x3a + number);
  return success;
}
Result cuDeviceCanAccessPeer(int *can, DeviceNumber from, DeviceNumber to) {
  KCC_FAKE("cuDeviceCanAccessPeer");
  *can = from != to && from != 0 && to != 0; // the first GPU has no connection
  return success;
}
Result cuDeviceGetP2PAttribute(int *value, PeerAttribute attribute, DeviceNumber from, DeviceNumber to) {
  KCC_FAKE("cuDeviceGetP2PAttribute");
  if (from == to)
    return error_invalid_device;
  if (attribute > PeerAttribute::cuda_array_access_supported)
    return invalid_value;
  *value = from != 0 && to != 0;
  return success;
}
Result cuDevicePrimaryCtxGetState(DeviceNumber number, unsigned *flags, int *active) {
  KCC_FAKE("cuDevicePrimaryCtxGetState");
  *flags = state().context_flags[number];
  *active = 1;
  return success;
}
Result cuDevicePrimaryCtxSetFlags_v2(DeviceNumber number, unsigned flags) {
  KCC_FAKE("cuDevicePrimaryCtxSetFlags");
  state().context_flags[number] = flags;
  return success;
}
Result cuDevicePrimaryCtxRetain(Context *context, DeviceNumber number) {
  KCC_FAKE("cuDevicePrimaryCtxRetain");
  *context = &contexts[static_cast<std::size_t>(number)];
  return success;
}
Result cuDevicePrimaryCtxRelease_v2(DeviceNumber) {
  KCC_FAKE("cuDevicePrimaryCtxRelease");
  return success;
}
Result cuDevicePrimaryCtxReset_v2(DeviceNumber) { // what it frees, the tests have to abandon()
  KCC_FAKE("cuDevicePrimaryCtxReset");
  return success;
}
Result cuCtxGetDevice(DeviceNumber *number) {
  KCC_FAKE_WITH_CONTEXT("cuCtxGetDevice");
  *number = current_contexts().back()->device;
  return success;
}
Result cuCtxGetId(Context context, unsigned long long *id) {
  KCC_FAKE("cuCtxGetId");
  *id = state().context_ids[context];
  return success;
}
Result cuCtxGetFlags(unsigned *flags) {
  KCC_FAKE_WITH_CONTEXT("cuCtxGetFlags");
  *flags = state().foreign_flags;
  return success;
}
Result cuCtxSetFlags(unsigned flags) {
  KCC_FAKE_WITH_CONTEXT("cuCtxSetFlags");
  state().foreign_flags = flags;
  return success;
}
Result cuCtxGetCurrent(Context *context) {
  KCC_FAKE("cuCtxGetCurrent");
  *context = current_contexts().empty() ? nullptr : current_contexts().back();
  return success;
}
Result cuCtxSetCurrent(Context context) {
  KCC_FAKE("cuCtxSetCurrent");
  if (!current_contexts().empty())
    current_contexts().pop_back();
  if (context)
    current_contexts().push_back(context);
  return success;
}
Result cuCtxPushCurrent_v2(Context context) {
  KCC_FAKE("cuCtxPushCurrent");
  current_contexts().push_back(context);
  return success;
}
Result cuCtxPopCurrent_v2(Context *context) {
  KCC_FAKE_WITH_CONTEXT("cuCtxPopCurrent");
  *context = current_contexts().back();
  current_contexts().pop_back();
  return success;
}
Result cuCtxEnablePeerAccess(Context peer, unsigned) {
  KCC_FAKE_WITH_CONTEXT("cuCtxEnablePeerAccess");
  return state().peers.emplace(current_contexts().back()->device, peer->device).second
             ? success
             : error_peer_access_already_enabled;
}
Result cuCtxDisablePeerAccess(Context peer) {
  KCC_FAKE_WITH_CONTEXT("cuCtxDisablePeerAccess");
  return state().peers.erase({current_contexts().back()->device, peer->device}) == 1
             ? success
             : error_peer_access_not_enabled;
}
Result cuCtxGetStreamPriorityRange(int *least, int *greatest) {
  KCC_FAKE_WITH_CONTEXT("cuCtxGetStreamPriorityRange");
  *least = 0;
  *greatest = -5;
  return success;
}
Result cuMemGetInfo_v2(std::size_t *free, std::size_t *total) {
  KCC_FAKE_WITH_CONTEXT("cuMemGetInfo");
  *free = std::size_t{15} << 30;
  *total = std::size_t{16} << 30;
  return success;
}
Result cuCtxSynchronize() {
  KCC_FAKE_WITH_CONTEXT("cuCtxSynchronize");
  state().copy_late();
  return success;
}

Result cuCtxSetLimit(Limit limit, std::size_t value) {
  KCC_FAKE_WITH_CONTEXT("cuCtxSetLimit");
  if (limit == limit_stack_bytes)
    state().stack_bytes = value;
  else if (limit == limit_malloc_heap_bytes)
    state().heap_bytes = (value + 4095) / 4096 * 4096;
  else
    return invalid_value;
  return success;
}
Result cuCtxGetLimit(std::size_t *value, Limit limit) {
  KCC_FAKE_WITH_CONTEXT("cuCtxGetLimit");
  *value = limit == limit_stack_bytes ? state().stack_bytes : state().heap_bytes;
  return success;
}

} // extern "C"
