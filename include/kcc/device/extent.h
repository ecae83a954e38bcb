// What kcc::grid_stride and kcc::Dim3 take as the number of elements in one dimension.
#ifndef KCC_DEVICE_EXTENT_H
#define KCC_DEVICE_EXTENT_H

#include <concepts>
#include <utility>

namespace kcc::detail {

/// An integer of at most 64 bits, or something that converts to one, such as an enumerator or a
/// std::integral_constant. __int128 is an integer for the library only in GNU mode, and would be cut off.
template <class T>
concept Extent = requires(T number) {
  { +number } -> std::integral;
} && sizeof(+std::declval<T>()) <= sizeof(long long);

} // namespace kcc::detail

#endif
