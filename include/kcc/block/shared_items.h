// The items of a block in shared memory, placed so that there are no bank conflicts, neither when each thread
// accesses its own run of items nor when neighbouring threads access neighbouring items.
#ifndef KCC_BLOCK_SHARED_ITEMS_H
#define KCC_BLOCK_SHARED_ITEMS_H

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "shape.h"

namespace kcc::detail {

/// Memory for \p count objects of T without running constructors, as [[kcc::shared]] variables need it.
template <class T, std::uint32_t count>
struct KCC_SHARED_TYPE alignas(alignof(T) > 16 ? alignof(T) : 16) SharedArray {
  static_assert(std::is_trivially_copyable_v<T>, "shared memory holds trivially copyable types only");
  std::byte bytes[sizeof(T) * count];

  T *data() noexcept { return reinterpret_cast<T *>(bytes); }
  T &operator[](std::uint32_t i) noexcept { return data()[i]; }
};

constexpr std::uint32_t lowest_bit(std::uint32_t n) noexcept {
  return n & (~n + 1);
}
constexpr std::uint32_t log2_floor(std::uint32_t n) noexcept {
  std::uint32_t log2 = 0;
  while (n >>= 1)
    ++log2;
  return log2;
}

/// threads × run items. Thread r's run is the items r * run, …, r * run + run - 1, which it loads and stores
/// in chunks of up to 16 bytes.
///
/// Shared memory serves 128 bytes at a time: 16-byte accesses of 8 threads, which must fall into 8 different
/// 16-byte columns of the 32 banks. Runs whose size is a multiple of 32 bytes would share columns, so the
/// lowest bits of a chunk's number are xored with bits of the number of its 128-byte row, or of its run if
/// that is longer. Within a row this is a permutation, so accesses of neighbouring threads to neighbouring
/// items stay free of conflicts.
template <class T, std::uint32_t threads, std::uint32_t run> class SharedRuns {
public:
  static constexpr std::uint32_t run_bytes = run * sizeof(T);
  static constexpr std::uint32_t chunk_bytes =
      lowest_bit(run_bytes) < 16 ? lowest_bit(run_bytes) : std::uint32_t{16};
  static constexpr std::uint32_t chunk = chunk_bytes % sizeof(T) == 0 && chunk_bytes > sizeof(T)
                                             ? chunk_bytes / std::uint32_t{sizeof(T)}
                                             : 1; // items that are loaded and stored at once

private:
  static constexpr std::uint32_t chunks = run / chunk; // of a run
  static constexpr bool swizzled =
      chunk * sizeof(T) == 16 && chunks > 1 && (chunks & (chunks - 1)) == 0 && threads *chunks % 8 == 0;
  static constexpr std::uint32_t shift = chunks < 8 ? 3 : log2_floor(chunks);
  static constexpr std::uint32_t mask = (chunks < 8 ? chunks : 8) - 1;

  struct alignas(chunk > 1 ? chunk * sizeof(T) : alignof(T)) Chunk {
    T items[chunk];
  };
  static constexpr std::uint32_t place_of_chunk(std::uint32_t c) noexcept {
    return swizzled ? c ^ (c >> shift & mask) : c;
  }

public:
  static constexpr std::uint32_t size = threads * run;
  using Storage = SharedArray<T, size>;

  /// The position of item \p i.
  static constexpr std::uint32_t place(std::uint32_t i) noexcept {
    return swizzled ? i ^ ((i >> (shift + log2_floor(chunk)) & mask) << log2_floor(chunk)) : i;
  }
  /// The position of item row * \p columns + \p column, where the column depends on the thread; the rows of a
  /// column are a fixed distance apart where the swizzle allows it.
  template <std::uint32_t columns>
  static constexpr std::uint32_t place(std::uint32_t row, std::uint32_t column) noexcept {
    constexpr std::uint32_t period = (mask + 1) << (shift + log2_floor(chunk));
    if constexpr (columns % period == 0)
      return row * columns + place(column);
    else
      return place(row * columns + column);
  }

  /// Loads n items of the thread's run, from number \p first on; both are multiples of the chunk size.
  template <std::uint32_t first = 0, std::size_t n>
  static void load(Storage &storage, std::uint32_t thread, T (&items)[n]) noexcept {
    static_assert(first % chunk == 0 && n % chunk == 0 && first + n <= run);
    const Chunk *const from = reinterpret_cast<const Chunk *>(storage.bytes);
    KCC_UNROLL
    for (std::uint32_t c = 0; c < n / chunk; ++c) {
      const Chunk loaded = from[place_of_chunk(thread * chunks + first / chunk + c)];
      KCC_UNROLL
      for (std::uint32_t k = 0; k < chunk; ++k)
        items[c * chunk + k] = loaded.items[k];
    }
  }
  /// Stores them; the counterpart of load().
  template <std::uint32_t first = 0, std::size_t n>
  static void store(Storage &storage, std::uint32_t thread, const T (&items)[n]) noexcept {
    static_assert(first % chunk == 0 && n % chunk == 0 && first + n <= run);
    Chunk *const to = reinterpret_cast<Chunk *>(storage.bytes);
    KCC_UNROLL
    for (std::uint32_t c = 0; c < n / chunk; ++c) {
      Chunk stored;
      KCC_UNROLL
      for (std::uint32_t k = 0; k < chunk; ++k)
        stored.items[k] = items[c * chunk + k];
      to[place_of_chunk(thread * chunks + first / chunk + c)] = stored;
    }
  }
};

} // namespace kcc::detail

#endif
