#include "elements_apart.h"

#include <kcc/device.h>

#include <cstdint>
#include <span>

static std::uint32_t index_in_32_bits() {
  return kcc::block_idx().x * kcc::block_dim().x + kcc::thread_idx().x;
}

/// Neighbours access elements `Factor` apart, from the middle of `from` and `to`, where an index wraps
/// perhaps.
template <class Index, class Element, int Factor>
[[kcc::kernel]] void copy_apart(std::span<Element> to, std::span<const Element> from, std::uint32_t begin) {
  Index i;
  if constexpr (sizeof(Index) == 2)
    i = static_cast<Index>(begin + static_cast<std::uint32_t>(Factor) * index_in_32_bits());
  else
    i = static_cast<Index>(begin + static_cast<std::size_t>(Factor) * kcc::global_index());
  const std::size_t middle = from.size() / 2;
  to[middle + i] = static_cast<Element>(from[middle + i] + 1);
}
#define KCC_COPY_APART(INDEX, FACTOR)                                                                        \
  template void copy_apart<INDEX, std::uint8_t, FACTOR>(std::span<std::uint8_t>,                             \
                                                        std::span<const std::uint8_t>, std::uint32_t);       \
  template void copy_apart<INDEX, std::uint32_t, FACTOR>(std::span<std::uint32_t>,                           \
                                                         std::span<const std::uint32_t>, std::uint32_t);
KCC_COPY_APART(std::int16_t, -1)
KCC_COPY_APART(std::int16_t, 2)
KCC_COPY_APART(std::int16_t, 3)
KCC_COPY_APART(std::uint16_t, -1)
KCC_COPY_APART(std::uint16_t, 2)
KCC_COPY_APART(std::uint16_t, 4)
KCC_COPY_APART(std::int32_t, -1)
KCC_COPY_APART(std::int32_t, 3)
KCC_COPY_APART(std::int32_t, 8)
KCC_COPY_APART(std::size_t, -1)
KCC_COPY_APART(std::size_t, 5)
KCC_COPY_APART(std::size_t, 12)
KCC_COPY_APART(std::size_t, 16)
KCC_COPY_APART(std::size_t, 33)
KCC_COPY_APART(std::size_t, -7)

/// Each thread recolours one pixel of an image, by an index that several accesses in several branches use.
/// Pixels begin at `begin`, which may be below 0, as an index that wraps.
template <class Index>
[[kcc::kernel]] void recolour(std::span<elements_apart::Pixel> to,
                              std::span<const elements_apart::Pixel> from, std::span<float> lights,
                              Index begin, Index width, Index height) {
  const auto x = static_cast<Index>(kcc::block_idx().x * kcc::block_dim().x + kcc::thread_idx().x);
  const auto y = static_cast<Index>(kcc::block_idx().y * kcc::block_dim().y + kcc::thread_idx().y);
  if (x < width && y < height)
    elements_apart::recolour(to.data(), from.data(), lights.data(), static_cast<Index>(begin + y * width + x),
                             static_cast<Index>(from.size()));
}
#define KCC_RECOLOUR(INDEX)                                                                                  \
  template void recolour<INDEX>(std::span<elements_apart::Pixel>, std::span<const elements_apart::Pixel>,    \
                                std::span<float>, INDEX, INDEX, INDEX);
KCC_RECOLOUR(std::int16_t)
KCC_RECOLOUR(std::uint16_t)
KCC_RECOLOUR(std::int32_t)
KCC_RECOLOUR(std::uint32_t)
KCC_RECOLOUR(std::int64_t)
