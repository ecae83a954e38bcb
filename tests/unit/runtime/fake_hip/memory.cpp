// Memory of devices and page-locked memory of the host, copies and fills.
#include "objects.h"

#include <cstdlib>
#include <cstring>

using namespace fake_hip;

namespace {

bool is_in(const std::map<void *, std::size_t> &known, const void *memory, std::size_t bytes) {
  const auto *const at = static_cast<const std::byte *>(memory);
  for (const auto &[start, size] : known)
    if (const auto *const begin = static_cast<const std::byte *>(start);
        at >= begin && at < begin + size && bytes <= static_cast<std::size_t>(begin + size - at))
      return true;
  return false;
}

bool is_in_a_variable(const void *memory, std::size_t bytes) {
  for (void *handle : state().modules)
    for (auto &[name, variable] : static_cast<ModuleObject *>(handle)->variables)
      if (static_cast<const std::byte *>(memory) >= variable.data() &&
          static_cast<const std::byte *>(memory) + bytes <= variable.data() + variable.size())
        return true;
  return false;
}

Result allocate(std::map<void *, std::size_t> &known, void **memory, std::size_t bytes) {
  *memory = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  std::memset(*memory, 0xa5, bytes);
  known[*memory] = bytes;
  return success;
}

Result release(std::map<void *, std::size_t> &known, void *memory) {
  if (known.erase(memory) == 0)
    return invalid_device_pointer;
  std::free(memory);
  return success;
}

/// Whether the kind says rightly which sides are device memory.
bool is_right(CopyKind kind, const void *to, const void *from, std::size_t to_bytes, std::size_t from_bytes) {
  return (kind == copy_device_to_host || is_reachable(to, to_bytes)) &&
         (kind == copy_host_to_device || is_reachable(from, from_bytes));
}

template <class T> Result fill(void *to, T value, std::size_t count, StreamRef stream) {
  if (!is_reachable(to, count * sizeof(T)) || reinterpret_cast<std::uintptr_t>(to) % sizeof(T) != 0)
    return returned(error_invalid_value);
  return returned(give(stream, {[=] {
                                  for (std::size_t i = 0; i < count; ++i)
                                    std::memcpy(static_cast<std::byte *>(to) + i * sizeof(T), &value,
                                                sizeof(T));
                                  return 0;
                                },
                                {},
                                {}}));
}

} // namespace

bool fake_hip::is_reachable(const void *memory, std::size_t bytes) {
  return is_in(state().memory, memory, bytes) || is_in(state().pinned, memory, bytes) ||
         is_in_a_variable(memory, bytes);
}

extern "C" {

Result hipMalloc(void **memory, std::size_t bytes) {
  KCC_FAKE_ON_DEVICE("hipMalloc");
  return allocate(state().memory, memory, bytes);
}
Result hipFree(void *memory) {
  KCC_FAKE_ON_DEVICE("hipFree");
  return returned(release(state().memory, memory));
}
Result hipMallocManaged(void **memory, std::size_t bytes, unsigned flags) {
  KCC_FAKE_ON_DEVICE("hipMallocManaged");
  return flags == attach_global ? allocate(state().memory, memory, bytes) : returned(error_invalid_value);
}
Result hipMemAdvise(const void *memory, std::size_t bytes, unsigned advice, int device) {
  KCC_FAKE_ON_DEVICE("hipMemAdvise");
  if (!is_reachable(memory, bytes))
    return returned(error_invalid_value);
  state().advice.emplace_back(advice, device);
  return success;
}
Result hipMemPrefetchAsync(const void *memory, std::size_t bytes, int device, StreamRef) {
  KCC_FAKE_ON_DEVICE("hipMemPrefetchAsync");
  if (!is_reachable(memory, bytes))
    return returned(error_invalid_value);
  state().prefetched_to = device;
  return success;
}
Result hipHostMalloc(void **memory, std::size_t bytes, unsigned flags) {
  KCC_FAKE_ON_DEVICE("hipHostMalloc");
  state().pinned_flags = flags;
  return allocate(state().pinned, memory, bytes);
}
Result hipHostFree(void *memory) {
  KCC_FAKE_ON_DEVICE("hipHostFree");
  return returned(release(state().pinned, memory));
}
Result hipHostRegister(void *memory, std::size_t bytes, unsigned flags) {
  KCC_FAKE_ON_DEVICE("hipHostRegister");
  state().pinned_flags = flags;
  state().pinned[memory] = bytes;
  state().registered.insert(memory);
  return success;
}
Result hipHostUnregister(void *memory) {
  KCC_FAKE_ON_DEVICE("hipHostUnregister");
  if (state().registered.erase(memory) == 0)
    return returned(error_invalid_value);
  state().pinned.erase(memory);
  return success;
}
Result hipHostGetDevicePointer(void **address, void *memory, unsigned) {
  KCC_FAKE_ON_DEVICE("hipHostGetDevicePointer");
  if (!is_in(state().pinned, memory, 1))
    return returned(error_invalid_value);
  *address = memory;
  return success;
}
Result hipHostGetFlags(unsigned *flags, void *memory) {
  KCC_FAKE_ON_DEVICE("hipHostGetFlags");
  if (!is_reachable(memory, 1))
    return returned(error_invalid_value);
  *flags = 0;
  return success;
}
Result hipMemcpyAsync(void *to, const void *from, std::size_t bytes, CopyKind kind, StreamRef stream) {
  KCC_FAKE_ON_DEVICE("hipMemcpyAsync");
  if (!is_right(kind, to, from, bytes, bytes))
    return returned(error_invalid_value);
  return returned(give(stream, {[=] {
                                  std::memcpy(to, from, bytes);
                                  return 0;
                                },
                                {},
                                {}}));
}
Result hipMemcpy2DAsync(void *to, std::size_t to_pitch, const void *from, std::size_t from_pitch,
                        std::size_t width, std::size_t height, CopyKind kind, StreamRef stream) {
  KCC_FAKE_ON_DEVICE("hipMemcpy2DAsync");
  constexpr Result invalid_pitch = 12;
  if (width > to_pitch || width > from_pitch)
    return returned(invalid_pitch);
  if (!is_right(kind, to, from, (height - 1) * to_pitch + width, (height - 1) * from_pitch + width))
    return returned(error_invalid_value);
  return returned(give(stream, {[=] {
                                  for (std::size_t row = 0; row < height; ++row)
                                    std::memcpy(static_cast<std::byte *>(to) + row * to_pitch,
                                                static_cast<const std::byte *>(from) + row * from_pitch,
                                                width);
                                  return 0;
                                },
                                {},
                                {}}));
}
Result hipMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device, std::size_t bytes,
                          StreamRef stream) {
  KCC_FAKE_ON_DEVICE("hipMemcpyPeerAsync");
  if (to_device == from_device || !is_reachable(to, bytes) || !is_reachable(from, bytes))
    return returned(error_invalid_value);
  return returned(give(stream, {[=] {
                                  std::memcpy(to, from, bytes);
                                  return 0;
                                },
                                {},
                                {}}));
}
Result hipMemsetD8Async(void *to, unsigned char value, std::size_t count, StreamRef stream) {
  KCC_FAKE_ON_DEVICE("hipMemsetD8Async");
  return fill(to, value, count, stream);
}
Result hipMemsetD16Async(void *to, unsigned short value, std::size_t count, StreamRef stream) {
  KCC_FAKE_ON_DEVICE("hipMemsetD16Async");
  return fill(to, value, count, stream);
}
Result hipMemsetD32Async(void *to, int value, std::size_t count, StreamRef stream) {
  KCC_FAKE_ON_DEVICE("hipMemsetD32Async");
  return fill(to, value, count, stream);
}

} // extern "C"
