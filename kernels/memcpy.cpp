// Copies bytes at memory speed: 16 bytes per access, with four accesses of every thread in flight, for any
// length and any alignment of both ends. Source and destination must not overlap.
#include <kcc/device.h>

namespace {

/// The unit of a load or store. It may alias anything, because the bytes belong to objects of other types.
using Vector [[gnu::vector_size(16), gnu::may_alias]] = std::uint64_t;

/// The number of vectors that a thread loads before it stores the first: enough to hide the memory latency.
constexpr unsigned in_flight = 4;

/// A source with the same alignment as the destination.
struct AlignedSource {
  const Vector *vectors;

  Vector operator[](std::size_t i) const { return vectors[i]; }
};

/// A source that is 1 to 15 bytes past a multiple of 16 where the destination is at one. Its i-th 16 bytes
/// are combined from two aligned vectors; the second of them is the next thread's first, and comes from the
/// cache.
struct ShiftedSource {
  const Vector *vectors; ///< the source address, rounded down to a multiple of 16
  unsigned shift;        ///< the bytes rounded off

  Vector operator[](std::size_t i) const {
    const Vector low = vectors[i];
    const Vector high = vectors[i + 1];
    const unsigned bits = shift % 8 * 8;
    const std::uint64_t first = shift < 8 ? low[0] : low[1];
    const std::uint64_t second = shift < 8 ? low[1] : high[0];
    const std::uint64_t third = shift < 8 ? high[0] : high[1];
    return Vector{join(first, second, bits), join(second, third, bits)};
  }

private:
  /// The 64 bits of high:low from bit `bits` (0 to 56) on. Shifting in two steps keeps each shift below 64.
  static std::uint64_t join(std::uint64_t low, std::uint64_t high, unsigned bits) {
    return low >> bits | high << 1 << (63 - bits);
  }
};

/// Copies `count` vectors: each block copies whole tiles, then the grid copies the rest.
template <class Source> void copy_vectors(Vector *to, Source from, std::size_t count) {
  const unsigned threads = kcc::block_dim().x;
  const std::size_t tile = std::size_t{in_flight} * threads;
  const std::size_t tiles = count / tile;
  for (std::size_t t = kcc::block_idx().x; t < tiles; t += kcc::grid_dim().x) {
    const std::size_t first = t * tile + kcc::thread_idx().x;
    Vector loaded[in_flight];
    for (unsigned k = 0; k != in_flight; ++k)
      loaded[k] = from[first + std::size_t{k} * threads];
    for (unsigned k = 0; k != in_flight; ++k)
      to[first + std::size_t{k} * threads] = loaded[k];
  }
  for (std::size_t i : kcc::grid_stride(count - tiles * tile))
    to[tiles * tile + i] = from[tiles * tile + i];
}

unsigned bytes_past_vector(const void *pointer) {
  return static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(pointer) % sizeof(Vector));
}

} // namespace

/// Copies `from` to `to`, which should have the same size: bytes beyond the end of the shorter one are not
/// changed. Works with a one-dimensional grid of any size; one thread per 64 bytes is fastest.
[[kcc::kernel]] void copy_bytes(std::span<std::byte> to, std::span<const std::byte> from) {
  const std::size_t size = to.size() < from.size() ? to.size() : from.size();

  // Stores are aligned, so the bytes before the destination's first multiple of 16 are copied one by one.
  const std::size_t to_boundary = (sizeof(Vector) - bytes_past_vector(to.data())) % sizeof(Vector);
  const std::size_t head = to_boundary < size ? to_boundary : size;
  const unsigned shift = bytes_past_vector(from.data() + head);

  // Loads are aligned as well, and none may touch a vector that is partly outside `from`. So if loads are
  // shifted, the head is one vector longer than needed and the tail leaves one out.
  const std::size_t shifted_head = shift == 0 || shift <= head ? head : head + sizeof(Vector);
  const std::size_t start = shifted_head < size ? shifted_head : size;
  const std::size_t whole = (size - start) / sizeof(Vector);
  const std::size_t vectors = shift == 0 || whole == 0 ? whole : whole - 1;
  const std::size_t tail = start + vectors * sizeof(Vector);

  for (std::size_t i : kcc::grid_stride(start + (size - tail))) {
    const std::size_t at = i < start ? i : tail + (i - start);
    to[at] = from[at];
  }

  if (vectors == 0)
    return;
  Vector *const target = reinterpret_cast<Vector *>(to.data() + start);
  const Vector *const source = reinterpret_cast<const Vector *>(from.data() + start - shift);
  if (shift == 0)
    copy_vectors(target, AlignedSource{source}, vectors);
  else
    copy_vectors(target, ShiftedSource{source, shift}, vectors);
}
