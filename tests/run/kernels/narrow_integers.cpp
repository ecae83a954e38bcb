#include "narrow_integers.h"

#include <kcc/device.h>

#include <span>

/// Of the lower bits of words.
template <class T>
[[kcc::kernel]] void of_words(std::span<std::int64_t> out, std::span<const std::uint64_t> in) {
  const std::size_t i = kcc::global_index();
  if (2 * i >= in.size())
    return;
  std::int64_t results[narrow_integers::result_count];
  narrow_integers::compute(static_cast<T>(in[2 * i]), static_cast<T>(in[2 * i + 1]), results);
  for (std::size_t n = 0; n < narrow_integers::result_count; ++n)
    out[narrow_integers::result_count * i + n] = results[n];
}

template <class T> [[kcc::kernel]] void of_memory(std::span<std::int64_t> out, std::span<const T> in) {
  const std::size_t i = kcc::global_index();
  if (2 * i >= in.size())
    return;
  std::int64_t results[narrow_integers::result_count];
  narrow_integers::compute(in[2 * i], in[2 * i + 1], results);
  for (std::size_t n = 0; n < narrow_integers::result_count; ++n)
    out[narrow_integers::result_count * i + n] = results[n];
}

#define KCC_NARROW(T)                                                                                        \
  template void of_words<T>(std::span<std::int64_t>, std::span<const std::uint64_t>);                        \
  template void of_memory<T>(std::span<std::int64_t>, std::span<const T>);
KCC_NARROW(std::int8_t)
KCC_NARROW(std::uint8_t)
KCC_NARROW(std::int16_t)
KCC_NARROW(std::uint16_t)
