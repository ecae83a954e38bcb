// What kernels and the host compute alike.
#ifndef KCC_TESTS_RUN_KERNELS_DIVISIONS_H
#define KCC_TESTS_RUN_KERNELS_DIVISIONS_H

#include <cstddef>
#include <span>
#include <type_traits>

namespace divisions {

/// The n-th element of images of `width` x `height` elements, with those to its left and right, and below it,
/// around the edges. Each image follows the one before in `in`, but does not begin anew behind its end.
template <class T> int around(std::span<const int> in, T n, T width, T height) {
  if (n < 0 || width <= 0 || height <= 0)
    return -1;
  const T x = n % width, y = n / width % height, image = n / (width * height);
  const T left = (x + width - 1) % width, right = (x + 1) % width, below = (y + 1) % height;
  const auto element = [&](T column, T row) {
    const auto size = [](T value) { return static_cast<std::size_t>(value); };
    return in[((size(image) * size(height) + size(row)) * size(width) + size(column)) % in.size()];
  };
  int sum = 3 * element(x, y) - element(left, y) + 2 * element(x, below);
  if (x % 5 != 2)
    sum += 5 * element(right, y);
  return sum;
}

/// Elements that two divisions of the same bits name, first of numbers without a sign.
template <class T> int without_sign_first(std::span<const int> in, T n, T width) {
  using Signed = std::make_signed_t<T>;
  const int first = in[n % width];
  return first +
         in[static_cast<std::size_t>(static_cast<Signed>(n) / static_cast<Signed>(width)) % in.size()];
}
template <class T> int with_sign_first(std::span<const int> in, T n, T width) {
  using Signed = std::make_signed_t<T>;
  const int first =
      in[static_cast<std::size_t>(static_cast<Signed>(n) % static_cast<Signed>(width)) % in.size()];
  return first + in[n / width % in.size()];
}

} // namespace divisions

#endif
