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
