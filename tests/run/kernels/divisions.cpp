#include "divisions.h"

#include <kcc/device.h>

#include <cstdint>
#include <span>

/// The quotients, and behind them the remainders.
template <class T>
[[kcc::kernel]] void divide(std::span<T> out, std::span<const T> dividends, std::span<const T> divisors) {
  const std::size_t i = kcc::global_index();
  if (i >= dividends.size())
    return;
  out[i] = static_cast<T>(dividends[i] / divisors[i]);
  out[dividends.size() + i] = static_cast<T>(dividends[i] % divisors[i]);
}

/// The same with one divisor, and only where the quotient is even.
template <class T>
[[kcc::kernel]] void divide_by_one(std::span<T> out, std::span<const T> dividends, T divisor) {
  const std::size_t i = kcc::global_index();
  if (i >= dividends.size())
    return;
  const auto quotient = static_cast<T>(dividends[i] / divisor);
  if (quotient % 2 != 0)
    return;
  out[i] = quotient;
  out[dividends.size() + i] = static_cast<T>(dividends[i] % divisor);
}

/// Divides numbers in a row, which wrap perhaps.
template <class T> [[kcc::kernel]] void divide_row(std::span<T> out, T first, T divisor) {
  const std::size_t i = kcc::global_index(), count = out.size() / 3;
  if (i >= count)
    return;
  const auto dividend = static_cast<T>(static_cast<std::uint64_t>(first) + i);
  out[i] = static_cast<T>(dividend / divisor);
  out[count + i] = static_cast<T>(dividend % divisor);
  if (out[count + i] % 3 == 1) // in some lanes, and by numbers that are known
    out[2 * count + i] = static_cast<T>(dividend / 7 + dividend % 26);
}

/// Each thread computes a number from an element of images and its neighbours: the `first` one and those that
/// follow.
template <class T>
[[kcc::kernel]] void look_around(std::span<int> out, std::span<const int> in, T first, T width, T height) {
  const std::size_t i = kcc::global_index();
  if (i < out.size())
    out[i] = divisions::around(in, static_cast<T>(static_cast<std::uint64_t>(first) + i), width, height);
}

/// The same by few threads.
template <class T>
[[kcc::kernel]] void look_around_in_turn(std::span<int> out, std::span<const int> in, T first, T width,
                                         T height) {
  for (const std::size_t i : kcc::grid_stride(out.size()))
    out[i] = divisions::around(in, static_cast<T>(static_cast<std::uint64_t>(first) + i), width, height);
}

/// Reads numbers again and again, without an end of the row if `width` is 0.
template <class T> [[kcc::kernel]] void repeat(std::span<int> out, std::span<const int> in, T width) {
  const T i = static_cast<T>(kcc::global_index());
  if (static_cast<std::size_t>(i) >= out.size())
    return;
  if (width != 0)
    out[static_cast<std::size_t>(i)] = in[static_cast<std::size_t>(i % width)];
  else
    out[static_cast<std::size_t>(i)] = in[static_cast<std::size_t>(i)];
}

/// Divides the numbers from `first` on without a sign and with one, in the one order and in the other.
template <class T>
[[kcc::kernel]] void divide_both_ways(std::span<int> out, std::span<const int> in, T first, T width) {
  const std::size_t i = kcc::global_index();
  if (i < out.size())
    out[i] = i < out.size() / 2 ? divisions::without_sign_first(in, static_cast<T>(first + i), width)
                                : divisions::with_sign_first(in, static_cast<T>(first + i), width);
}

#define KCC_LOOK_AROUND(T)                                                                                   \
  template void look_around<T>(std::span<int>, std::span<const int>, T, T, T);                               \
  template void look_around_in_turn<T>(std::span<int>, std::span<const int>, T, T, T);                       \
  template void repeat<T>(std::span<int>, std::span<const int>, T);
KCC_LOOK_AROUND(std::int32_t)
KCC_LOOK_AROUND(std::uint32_t)
KCC_LOOK_AROUND(std::int64_t)
KCC_LOOK_AROUND(std::uint64_t)
template void divide_both_ways<std::uint32_t>(std::span<int>, std::span<const int>, std::uint32_t,
                                              std::uint32_t);
template void divide_both_ways<std::uint64_t>(std::span<int>, std::span<const int>, std::uint64_t,
                                              std::uint64_t);

#define KCC_DIVIDE(T)                                                                                        \
  template void divide<T>(std::span<T>, std::span<const T>, std::span<const T>);                             \
  template void divide_by_one<T>(std::span<T>, std::span<const T>, T);                                       \
  template void divide_row<T>(std::span<T>, T, T);
KCC_DIVIDE(std::int8_t)
KCC_DIVIDE(std::uint8_t)
KCC_DIVIDE(std::int16_t)
KCC_DIVIDE(std::uint16_t)
KCC_DIVIDE(std::int32_t)
KCC_DIVIDE(std::uint32_t)
KCC_DIVIDE(std::int64_t)
KCC_DIVIDE(std::uint64_t)
