// Loops that divide a range of any size among the threads of the grid, whatever the launch's shape.
#ifndef KCC_DEVICE_GRID_STRIDE_H
#define KCC_DEVICE_GRID_STRIDE_H

#include <cstddef>
#include <type_traits>

#include "extent.h"
#include "index.h"

namespace kcc {

/// One thread's part of 0, …, end - 1: every stride-th index from `first` on.
class StridedRange {
public:
  struct Sentinel {
    std::size_t end;
  };

  class Iterator {
  public:
    constexpr Iterator(std::size_t index, std::size_t stride) noexcept : index(index), stride(stride) {}
    constexpr std::size_t operator*() const noexcept { return index; }
    constexpr Iterator &operator++() noexcept {
      index += stride;
      return *this;
    }
    friend constexpr bool operator==(const Iterator &at, Sentinel sentinel) noexcept {
      return at.index >= sentinel.end;
    }

  private:
    std::size_t index;
    std::size_t stride;
  };

  constexpr StridedRange(std::size_t first, std::size_t end, std::size_t stride) noexcept
      : first(first), last(end), stride(stride) {}
  constexpr Iterator begin() const noexcept { return {first, stride}; }
  constexpr Sentinel end() const noexcept { return {last}; }

private:
  std::size_t first;
  std::size_t last;
  std::size_t stride;
};

/// One thread's part of a width × height domain, row by row: every stride-th position along x and along y.
class StridedRange2D {
public:
  struct Sentinel {
    std::size_t height;
  };

  class Iterator {
  public:
    constexpr Iterator(Index2 at, std::size_t width, Index2 stride) noexcept
        : at(at), first_x(at.x), width(width), stride(stride) {}
    constexpr Index2 operator*() const noexcept { return at; }
    constexpr Iterator &operator++() noexcept {
      at.x += stride.x;
      if (at.x >= width)
        at = {first_x, at.y + stride.y};
      return *this;
    }
    friend constexpr bool operator==(const Iterator &iterator, Sentinel sentinel) noexcept {
      return iterator.at.y >= sentinel.height;
    }

  private:
    Index2 at;
    std::size_t first_x;
    std::size_t width;
    Index2 stride;
  };

  constexpr StridedRange2D(Index2 first, Index2 extent, Index2 stride) noexcept
      : first(first), extent(extent), stride(stride) {}
  /// A thread to the right of the domain starts below it, so its part is empty.
  constexpr Iterator begin() const noexcept {
    return {{first.x, first.x < extent.x ? first.y : extent.y}, extent.x, stride};
  }
  constexpr Sentinel end() const noexcept { return {extent.y}; }

private:
  Index2 first;
  Index2 extent;
  Index2 stride;
};

/// One thread's part of a width × height × depth domain, layer by layer and row by row: every stride-th
/// position along each dimension.
class StridedRange3D {
public:
  struct Sentinel {
    std::size_t depth;
  };

  class Iterator {
  public:
    constexpr Iterator(GlobalIndex3 at, GlobalIndex3 extent, GlobalIndex3 stride) noexcept
        : at(at), first(at), extent(extent), stride(stride) {}
    constexpr GlobalIndex3 operator*() const noexcept { return at; }
    constexpr Iterator &operator++() noexcept {
      at.x += stride.x;
      if (at.x >= extent.x) {
        at.x = first.x;
        at.y += stride.y;
        if (at.y >= extent.y)
          at = {first.x, first.y, at.z + stride.z};
      }
      return *this;
    }
    friend constexpr bool operator==(const Iterator &iterator, Sentinel sentinel) noexcept {
      return iterator.at.z >= sentinel.depth;
    }

  private:
    GlobalIndex3 at;
    GlobalIndex3 first;
    GlobalIndex3 extent;
    GlobalIndex3 stride;
  };

  constexpr StridedRange3D(GlobalIndex3 first, GlobalIndex3 extent, GlobalIndex3 stride) noexcept
      : first(first), extent(extent), stride(stride) {}
  /// A thread outside the domain starts at its end, so its part is empty.
  constexpr Iterator begin() const noexcept {
    const bool beside = first.x >= extent.x || first.y >= extent.y;
    return {{first.x, first.y, beside ? extent.z : first.z}, extent, stride};
  }
  constexpr Sentinel end() const noexcept { return {extent.z}; }

private:
  GlobalIndex3 first;
  GlobalIndex3 extent;
  GlobalIndex3 stride;
};

namespace detail {
template <Extent T> constexpr std::size_t number_of(T extent) noexcept {
  const auto number = +extent;
  if constexpr (std::is_signed_v<decltype(number)>)
    return number < 0 ? 0 : static_cast<std::size_t>(number);
  else
    return number;
}
} // namespace detail

/// The calling thread's part of the indices 0, …, count - 1 in a one-dimensional grid: `for (std::size_t i :
/// kcc::grid_stride(data.size()))`. Every index belongs to exactly one thread, in grids of any size; adjacent
/// threads get adjacent indices, so that memory accesses coalesce. A negative count has no indices.
template <detail::Extent Count> inline StridedRange grid_stride(Count count) noexcept {
  return {global_index(), detail::number_of(count), global_size()};
}

/// The calling thread's part of the positions in a width × height domain in a two-dimensional grid: `for
/// (auto [x, y] : kcc::grid_stride(width, height))`.
template <detail::Extent Width, detail::Extent Height>
inline StridedRange2D grid_stride(Width width, Height height) noexcept {
  return {global_index_2d(), {detail::number_of(width), detail::number_of(height)}, global_size_2d()};
}

/// The calling thread's part of the positions in a width × height × depth domain in a three-dimensional grid:
/// `for (auto [x, y, z] : kcc::grid_stride(width, height, depth))`.
template <detail::Extent Width, detail::Extent Height, detail::Extent Depth>
inline StridedRange3D grid_stride(Width width, Height height, Depth depth) noexcept {
  return {global_index_3d(),
          {detail::number_of(width), detail::number_of(height), detail::number_of(depth)},
          global_size_3d()};
}

} // namespace kcc

#endif
