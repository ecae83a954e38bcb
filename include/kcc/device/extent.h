// What kcc::grid_stride and kcc::Dim3 take as the number of elements in one dimension.
#ifndef KCC_DEVICE_EXTENT_H
#define KCC_DEVICE_EXTENT_H

#include <concepts>

namespace kcc::detail {

/// An integer, or something that converts to one, such as an enumerator or a std::integral_constant.
template <class T>
concept Extent = requires(T number) {
  { +number } -> std::integral;
};

} // namespace kcc::detail

#endif
