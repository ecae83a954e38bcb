// Memory, copies and fills.
#include "objects.h"

using namespace fake_cuda;

namespace {

/// Copies to the device are done late on demand, as for page-locked memory.
template <class F> void copy_in(F copy) {
  if (state().late_copies)
    state().late.emplace_back(copy);
  else
    copy();
}

/// A side of a copy, as memory.
struct Rows {
  std::byte *start;
  std::size_t pitch, height;
};

Rows rows_of(const Copy3D::Side &side) {
  const bool is_array = side.type == memory_of_array;
  std::byte *const memory = is_array ? side.array->elements.data()
                            : side.type == memory_of_host
                                ? static_cast<std::byte *>(const_cast<void *>(side.host))
                                : static_cast<std::byte *>(pointer(side.device));
  const std::size_t pitch = is_array ? side.array->row_bytes : side.pitch;
  const std::size_t height = is_array ? side.array->rows : side.height;
  return {memory + (side.z * height + side.y) * pitch + side.x_bytes, pitch, height};
}

bool is_inside(const Copy3D::Side &side, const Copy3D &copy) {
  if (side.type != memory_of_array)
    return side.pitch >= copy.width_bytes && (copy.depth <= 1 || side.height >= copy.height);
  return side.x_bytes + copy.width_bytes <= side.array->row_bytes &&
         side.y + copy.height <= side.array->rows && side.z + copy.depth <= side.array->slices;
}

Result copy(const Copy3D &copy) {
  if (!is_inside(copy.to, copy) || !is_inside(copy.from, copy))
    return invalid_value;
  const auto rows = [copy, to = rows_of(copy.to), from = rows_of(copy.from)] {
    for (std::size_t z = 0; z < copy.depth; ++z)
      for (std::size_t y = 0; y < copy.height; ++y)
        std::memcpy(to.start + (z * to.height + y) * to.pitch,
                    from.start + (z * from.height + y) * from.pitch, copy.width_bytes);
  };
  if (copy.from.type == memory_of_host) {
    copy_in(rows);
  } else {
    state().copy_late();
    rows();
  }
  return success;
}

template <class T>
Result fill(DevicePointer to, std::size_t pitch, T value, std::size_t width, std::size_t height) {
  if (to % sizeof(T) != 0 || (height > 1 && (pitch % sizeof(T) != 0 || pitch < width * sizeof(T))))
    return invalid_value;
  state().copy_late();
  for (std::size_t y = 0; y < height; ++y)
    for (std::size_t x = 0; x < width; ++x)
      std::memcpy(pointer(to + y * pitch + x * sizeof(T)), &value, sizeof(T));
  return success;
}

} // namespace

extern "C" {

Result cuMemAlloc_v2(DevicePointer *memory, std::size_t bytes) {
  KCC_FAKE_WITH_CONTEXT("cuMemAlloc");
  *memory = reinterpret_cast<std::uintptr_t>(std::aligned_alloc(512, (bytes + 511) / 512 * 512));
  state().memory.insert(pointer(*memory));
  return success;
}
Result cuMemFree_v2(DevicePointer memory) {
  KCC_FAKE_WITH_CONTEXT("cuMemFree");
  state().copy_late();
  state().memory.erase(pointer(memory));
  std::free(pointer(memory));
  return success;
}
Result cuMemcpyHtoDAsync_v2(DevicePointer to, const void *from, std::size_t bytes, StreamRef) {
  KCC_FAKE_WITH_CONTEXT("cuMemcpyHtoDAsync");
  if (state().late_copies && bytes <= 65536 && !is_pinned(from)) { // small copies carry their data
    const auto *const data = static_cast<const std::byte *>(from);
    copy_in([to, carried = std::vector(data, data + bytes)] {
      std::memcpy(pointer(to), carried.data(), carried.size());
    });
    return success;
  }
  copy_in([=] { std::memcpy(pointer(to), from, bytes); });
  return success;
}
Result cuMemcpyDtoHAsync_v2(void *to, DevicePointer from, std::size_t bytes, StreamRef) {
  KCC_FAKE_WITH_CONTEXT("cuMemcpyDtoHAsync");
  state().copy_late();
  const auto copy = [=] { std::memcpy(to, pointer(from), bytes); };
  if (state().late_copies)
    state().late.emplace_back(copy);
  else
    copy();
  return success;
}
Result cuMemcpyDtoDAsync_v2(DevicePointer to, DevicePointer from, std::size_t bytes, StreamRef) {
  KCC_FAKE_WITH_CONTEXT("cuMemcpyDtoDAsync");
  state().copy_late();
  std::memcpy(pointer(to), pointer(from), bytes);
  return success;
}
Result cuMemcpyPeerAsync(DevicePointer to, Context to_context, DevicePointer from, Context from_context,
                         std::size_t bytes, StreamRef) {
  KCC_FAKE_WITH_CONTEXT("cuMemcpyPeerAsync");
  if (!to_context || !from_context || to_context == from_context)
    return invalid_context;
  state().copy_late();
  std::memcpy(pointer(to), pointer(from), bytes);
  return success;
}
Result cuMemcpy3DAsync_v2(const Copy3D *description, StreamRef) {
  KCC_FAKE_WITH_CONTEXT("cuMemcpy3DAsync");
  if (description->to.context || description->from.context)
    return invalid_value;
  return copy(*description);
}
Result cuMemcpy3DPeerAsync(const Copy3D *description, StreamRef) {
  KCC_FAKE_WITH_CONTEXT("cuMemcpy3DPeerAsync");
  if (!description->to.context || !description->from.context)
    return invalid_context;
  return copy(*description);
}
Result cuMemsetD8Async(DevicePointer to, unsigned char value, std::size_t count, StreamRef) {
  KCC_FAKE_WITH_CONTEXT("cuMemsetD8Async");
  return fill(to, 0, value, count, 1);
}
Result cuMemsetD16Async(DevicePointer to, unsigned short value, std::size_t count, StreamRef) {
  KCC_FAKE_WITH_CONTEXT("cuMemsetD16Async");
  return fill(to, 0, value, count, 1);
}
Result cuMemsetD32Async(DevicePointer to, unsigned value, std::size_t count, StreamRef) {
  KCC_FAKE_WITH_CONTEXT("cuMemsetD32Async");
  return fill(to, 0, value, count, 1);
}
Result cuMemsetD2D8Async(DevicePointer to, std::size_t pitch, unsigned char value, std::size_t width,
                         std::size_t height, StreamRef) {
  KCC_FAKE_WITH_CONTEXT("cuMemsetD2D8Async");
  return fill(to, pitch, value, width, height);
}
Result cuMemsetD2D16Async(DevicePointer to, std::size_t pitch, unsigned short value, std::size_t width,
                          std::size_t height, StreamRef) {
  KCC_FAKE_WITH_CONTEXT("cuMemsetD2D16Async");
  return fill(to, pitch, value, width, height);
}
Result cuMemsetD2D32Async(DevicePointer to, std::size_t pitch, unsigned value, std::size_t width,
                          std::size_t height, StreamRef) {
  KCC_FAKE_WITH_CONTEXT("cuMemsetD2D32Async");
  return fill(to, pitch, value, width, height);
}

} // extern "C"
