// A matrix or a volume whose rows are a number of bytes apart: for kernels and for the host.
#ifndef KCC_PITCHED_VIEW_H
#define KCC_PITCHED_VIEW_H

#include <cstddef>
#include <span>
#include <type_traits>

namespace kcc {

/// Elements in 2 or 3 dimensions, in the manner of std::mdspan: `view(row, column)`, or
/// `view(slice, row, column)`, and `view[row, column]` from C++23 on. Neighbouring columns are neighbours in
/// memory. A kernel takes it as a parameter, and a launch makes one of a PitchedBuffer. It owns nothing.
/// Indices are not checked.
template <class T, std::size_t Rank> struct PitchedView {
  static_assert(Rank == 2 || Rank == 3, "kcc: a PitchedView has 2 or 3 dimensions");
  using element_type = T;
  using value_type = std::remove_cv_t<T>;

  T *start;
  std::size_t extents[Rank];     ///< (slices,) rows, columns
  std::size_t pitches[Rank - 1]; ///< bytes from a slice to the next, from a row to the next

  constexpr std::size_t extent(std::size_t dimension) const noexcept { return extents[dimension]; }
  /// The number of elements.
  constexpr std::size_t size() const noexcept {
    std::size_t product = 1;
    for (const std::size_t extent : extents)
      product *= extent;
    return product;
  }

  T &operator()(std::size_t row, std::size_t column) const noexcept
    requires(Rank == 2)
  {
    return begin_of(row * pitches[0])[column];
  }
  T &operator()(std::size_t slice, std::size_t row, std::size_t column) const noexcept
    requires(Rank == 3)
  {
    return begin_of(slice * pitches[0] + row * pitches[Rank - 2])[column];
  }
#ifdef __cpp_multidimensional_subscript
  T &operator[](std::size_t row, std::size_t column) const noexcept
    requires(Rank == 2)
  {
    return (*this)(row, column);
  }
  T &operator[](std::size_t slice, std::size_t row, std::size_t column) const noexcept
    requires(Rank == 3)
  {
    return (*this)(slice, row, column);
  }
#endif

  std::span<T> row(std::size_t row) const noexcept
    requires(Rank == 2)
  {
    return {begin_of(row * pitches[0]), extents[1]};
  }
  std::span<T> row(std::size_t slice, std::size_t row) const noexcept
    requires(Rank == 3)
  {
    return {begin_of(slice * pitches[0] + row * pitches[Rank - 2]), extents[2]};
  }

  /// A read-only view of the same elements.
  constexpr operator PitchedView<const T, Rank>() const noexcept
    requires(!std::is_const_v<T>)
  {
    PitchedView<const T, Rank> view{start, {}, {}};
    for (std::size_t d = 0; d < Rank; ++d)
      view.extents[d] = extents[d];
    for (std::size_t d = 0; d + 1 < Rank; ++d)
      view.pitches[d] = pitches[d];
    return view;
  }

private:
  T *begin_of(std::size_t bytes) const noexcept {
    using Byte = std::conditional_t<std::is_const_v<T>, const char, char>;
    return reinterpret_cast<T *>(reinterpret_cast<Byte *>(start) + bytes);
  }
};

} // namespace kcc

#endif
