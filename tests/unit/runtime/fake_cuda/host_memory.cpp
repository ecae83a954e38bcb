// Page-locked and managed memory, and pools.
#include "objects.h"

#include <algorithm>

using namespace fake_cuda;

struct kcc::cuda::PoolObject {
  unsigned long long attributes[9];
  std::size_t most_bytes;
};

namespace {

PoolObject default_pools[gpus.size()]{};

void count(PoolObject &pool, long long bytes) {
  pool.attributes[pool_used_now] += static_cast<unsigned long long>(bytes);
  pool.attributes[pool_reserved_now] =
      std::max(pool.attributes[pool_reserved_now], pool.attributes[pool_used_now]);
  pool.attributes[pool_used_high] = std::max(pool.attributes[pool_used_high], pool.attributes[pool_used_now]);
}

Result allocate_in_order(DevicePointer *memory, std::size_t bytes, PoolObject &pool, StreamRef stream) {
  if (!stream || !state().streams.contains(stream))
    return invalid_handle;
  if (pool.most_bytes != 0 && pool.attributes[pool_used_now] + bytes > pool.most_bytes)
    return 2; // CUDA_ERROR_OUT_OF_MEMORY
  *memory = reinterpret_cast<std::uintptr_t>(std::aligned_alloc(256, (bytes + 255) / 256 * 256));
  state().memory.insert(pointer(*memory));
  state().of_pools[pointer(*memory)] = {&pool, bytes};
  count(pool, static_cast<long long>(bytes));
  return success;
}

} // namespace

extern "C" {

Result cuMemHostAlloc(void **memory, std::size_t bytes, unsigned flags) {
  KCC_FAKE_WITH_CONTEXT("cuMemHostAlloc");
  if ((flags & mem_host_portable) == 0 || flags > 7)
    return invalid_value;
  *memory = std::aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
  state().pinned[*memory] = bytes;
  state().pinned_flags = flags;
  return success;
}
Result cuMemFreeHost(void *memory) {
  KCC_FAKE_WITH_CONTEXT("cuMemFreeHost");
  if (state().pinned.erase(memory) == 0)
    return invalid_value;
  std::free(memory);
  return success;
}
Result cuMemHostRegister_v2(void *memory, std::size_t bytes, unsigned flags) {
  KCC_FAKE_WITH_CONTEXT("cuMemHostRegister");
  if (state().pinned.contains(memory))
    return 712; // CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED
  state().pinned[memory] = bytes;
  state().pinned_flags = flags;
  return success;
}
Result cuMemHostUnregister(void *memory) {
  KCC_FAKE_WITH_CONTEXT("cuMemHostUnregister");
  return state().pinned.erase(memory) == 0 ? invalid_value : success;
}
Result cuMemHostGetDevicePointer_v2(DevicePointer *address, void *memory, unsigned) {
  KCC_FAKE_WITH_CONTEXT("cuMemHostGetDevicePointer");
  *address = reinterpret_cast<std::uintptr_t>(memory);
  return success;
}
Result cuMemAllocManaged(DevicePointer *memory, std::size_t bytes, unsigned flags) {
  KCC_FAKE_WITH_CONTEXT("cuMemAllocManaged");
  if (flags != mem_attach_global)
    return invalid_value;
  *memory = reinterpret_cast<std::uintptr_t>(std::aligned_alloc(256, (bytes + 255) / 256 * 256));
  state().memory.insert(pointer(*memory));
  return success;
}
Result cuMemAdvise(DevicePointer memory, std::size_t, unsigned advice, DeviceNumber device) {
  KCC_FAKE_WITH_CONTEXT("cuMemAdvise");
  if (!state().memory.contains(pointer(memory)))
    return invalid_value;
  state().advice.emplace_back(advice, device);
  return success;
}
Result cuMemPrefetchAsync(DevicePointer memory, std::size_t, DeviceNumber device, StreamRef) {
  KCC_FAKE_WITH_CONTEXT("cuMemPrefetchAsync");
  if (!state().memory.contains(pointer(memory)))
    return invalid_value;
  state().prefetched_to = device;
  return success;
}
Result cuPointerGetAttribute(void *value, PointerAttribute attribute, DevicePointer memory) {
  KCC_FAKE_WITH_CONTEXT("cuPointerGetAttribute");
  for (const auto &[start, bytes] : state().foreign_memory) {
    const auto begin = reinterpret_cast<std::uintptr_t>(start);
    if (memory < begin || memory >= begin + bytes)
      continue;
    *static_cast<unsigned *>(value) = attribute == pointer_memory_type  ? state().foreign_type
                                      : attribute == pointer_is_managed ? state().foreign_managed
                                                                        : unsigned(state().foreign_device);
    return success;
  }
  if (attribute == pointer_is_managed || attribute == pointer_device_number) {
    *static_cast<unsigned *>(value) = 0;
    return success;
  }
  if (!is_pinned(pointer(memory)))
    return invalid_value;
  *static_cast<unsigned *>(value) = memory_of_host;
  return success;
}

Result cuMemAllocAsync(DevicePointer *memory, std::size_t bytes, StreamRef stream) {
  KCC_FAKE_WITH_CONTEXT("cuMemAllocAsync");
  return allocate_in_order(memory, bytes, default_pools[current_contexts().back()->device], stream);
}
Result cuMemAllocFromPoolAsync(DevicePointer *memory, std::size_t bytes, PoolRef pool, StreamRef stream) {
  KCC_FAKE_WITH_CONTEXT("cuMemAllocFromPoolAsync");
  return allocate_in_order(memory, bytes, *pool, stream);
}
Result cuMemFreeAsync(DevicePointer memory, StreamRef stream) {
  KCC_FAKE_WITH_CONTEXT("cuMemFreeAsync");
  if (!stream || !state().streams.contains(stream))
    return invalid_handle;
  const auto found = state().of_pools.find(pointer(memory));
  if (found == state().of_pools.end())
    return invalid_value;
  state().copy_late();
  const auto &[pool, bytes] = found->second;
  if (state().others["pool"].contains(pool) || pool == &default_pools[stream->device]) // it may be gone
    count(*static_cast<PoolObject *>(pool), -static_cast<long long>(bytes));
  state().of_pools.erase(found);
  state().memory.erase(pointer(memory));
  state().freed_in = stream;
  std::free(pointer(memory));
  return success;
}
Result cuDeviceGetDefaultMemPool(PoolRef *pool, DeviceNumber device) {
  KCC_FAKE("cuDeviceGetDefaultMemPool");
  *pool = &default_pools[device];
  return success;
}
Result cuMemPoolCreate(PoolRef *pool, const PoolProperties *properties) {
  KCC_FAKE_WITH_CONTEXT("cuMemPoolCreate");
  if (properties->type != allocation_pinned || properties->location.type != location_device)
    return invalid_value;
  *pool = new PoolObject{{}, properties->most_bytes};
  state().others["pool"].insert(*pool);
  return success;
}
Result cuMemPoolDestroy(PoolRef pool) {
  KCC_FAKE_WITH_CONTEXT("cuMemPoolDestroy");
  if (state().others["pool"].erase(pool) == 0)
    return invalid_value;
  delete pool;
  return success;
}
Result cuMemPoolGetAttribute(PoolRef pool, DriverPoolAttribute attribute, void *value) {
  KCC_FAKE_WITH_CONTEXT("cuMemPoolGetAttribute");
  *static_cast<unsigned long long *>(value) = pool->attributes[attribute];
  return success;
}
Result cuMemPoolSetAttribute(PoolRef pool, DriverPoolAttribute attribute, void *value) {
  KCC_FAKE_WITH_CONTEXT("cuMemPoolSetAttribute");
  const unsigned long long wanted = *static_cast<unsigned long long *>(value);
  if (attribute != pool_release_threshold && wanted != 0)
    return invalid_value;
  pool->attributes[attribute] = wanted;
  return success;
}
Result cuMemPoolTrimTo(PoolRef pool, std::size_t bytes) {
  KCC_FAKE_WITH_CONTEXT("cuMemPoolTrimTo");
  pool->attributes[pool_reserved_now] =
      std::max<unsigned long long>(pool->attributes[pool_used_now],
                                   std::min<unsigned long long>(pool->attributes[pool_reserved_now], bytes));
  return success;
}
Result cuMemPoolSetAccess(PoolRef, const AccessDescription *access, std::size_t count) {
  KCC_FAKE_WITH_CONTEXT("cuMemPoolSetAccess");
  return count == 1 && access->location.type == location_device && access->flags == access_read_and_write
             ? success
             : invalid_value;
}

} // extern "C"
