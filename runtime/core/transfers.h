// What a backend copies and fills: one, two or three dimensions, on devices and on the host.
#ifndef KCC_RUNTIME_CORE_TRANSFERS_H
#define KCC_RUNTIME_CORE_TRANSFERS_H

#include <array>
#include <cstddef>

namespace kcc::core {

class BackendDevice;
struct ArrayHandle; // see texture_backend.h

/// The distances between the starts of neighbouring rows and slices, in bytes. Ignored where there is only
/// one row or slice.
struct Pitches {
  std::size_t row = 0, slice = 0;
};

/// A place in an array, whose layout only its backend knows.
struct ArrayPlace {
  ArrayHandle *array = nullptr; ///< null: the copy's side is memory
  unsigned level = 0;
  std::size_t x_bytes = 0, y = 0, z = 0; ///< z: the slice, layer or face
};

/// When a copy may access the host's memory.
enum class HostAccess {
  during_call, ///< the backend has read or written it when it returns
  by_kind,     ///< the same, unless the memory is page-locked or managed: then when the stream gets there
  later        ///< when the stream gets there; the caller leaves the memory alone until then
};

/// A copy of `slices` times `rows` rows of `row_bytes` each; none of these is 0. The two sides do not
/// overlap. Devices are of the backend that copies; null is the host's memory. A side in an array has no
/// address and no pitches.
struct Copy {
  void *to;
  BackendDevice *to_device;
  const void *from;
  BackendDevice *from_device;
  std::size_t row_bytes;
  std::size_t rows = 1, slices = 1;
  Pitches to_pitches{}, from_pitches{};
  HostAccess host_access = HostAccess::by_kind;
  ArrayPlace to_array{}, from_array{};

  bool is_flat() const { return rows == 1 && slices == 1 && !to_array.array && !from_array.array; }
};

/// Sets `slices` times `rows` rows of `count` elements each to a pattern; none of these is 0. Elements have
/// pattern_bytes (1 to 16) and no gaps between them; `to` has any alignment.
struct Fill {
  void *to;
  std::array<std::byte, 16> pattern;
  std::size_t pattern_bytes;
  std::size_t count;
  std::size_t rows = 1, slices = 1;
  Pitches pitches{};
};

/// The same copy with as few slices and rows as possible: without gaps on either side, rows become one.
Copy flattened(Copy copy);

/// Calls `copy_row(to, from, bytes)` for every row of a copy.
template <class F> void for_each_row(const Copy &copy, F &&copy_row) {
  for (std::size_t slice = 0; slice < copy.slices; ++slice)
    for (std::size_t row = 0; row < copy.rows; ++row)
      copy_row(static_cast<std::byte *>(copy.to) + slice * copy.to_pitches.slice + row * copy.to_pitches.row,
               static_cast<const std::byte *>(copy.from) + slice * copy.from_pitches.slice +
                   row * copy.from_pitches.row,
               copy.row_bytes);
}

/// The same fill with the shortest pattern of 1, 2 or 4 bytes that repeats in it, if there is one.
Fill with_shortest_pattern(const Fill &fill);

} // namespace kcc::core

#endif
