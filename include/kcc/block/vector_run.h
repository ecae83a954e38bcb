// Adjacent values in memory, accessed with loads and stores of up to 16 bytes.
#ifndef KCC_BLOCK_VECTOR_RUN_H
#define KCC_BLOCK_VECTOR_RUN_H

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../device/arch.h"
#include "shape.h"
#include "shared_items.h"

namespace kcc::detail {

__extension__ typedef unsigned __int128 Bytes16;

template <std::uint32_t bytes> struct BytesOf;
template <> struct BytesOf<1> {
  using type = std::uint8_t;
};
template <> struct BytesOf<2> {
  using type = std::uint16_t;
};
template <> struct BytesOf<4> {
  using type = std::uint32_t;
};
template <> struct BytesOf<8> {
  using type = std::uint64_t;
};
template <> struct BytesOf<16> {
  using type = Bytes16;
};

/// Keeps the optimizer from splitting one wide load into loads of single values to share them with the loads
/// for unaligned addresses. Generates no instruction.
inline void keep_whole([[maybe_unused]] Bytes16 &piece) noexcept {
#if __KCC_ARCH__ > 0
  auto low = static_cast<std::uint64_t>(piece);
  auto high = static_cast<std::uint64_t>(piece >> 64);
  asm("" : "+l"(low), "+l"(high));
  piece = static_cast<Bytes16>(high) << 64 | low;
#endif
}
inline void keep_whole([[maybe_unused]] std::uint64_t &piece) noexcept {
#if __KCC_ARCH__ > 0
  asm("" : "+l"(piece));
#endif
}
inline void keep_whole([[maybe_unused]] std::uint32_t &piece) noexcept {
#if __KCC_ARCH__ > 0
  asm("" : "+r"(piece));
#endif
}
inline void keep_whole(std::uint16_t &) noexcept {}
inline void keep_whole(std::uint8_t &) noexcept {}

/// \p count adjacent values as pieces of up to 16 bytes.
template <class T, std::uint32_t count> struct VectorRun {
  static constexpr std::uint32_t piece_bytes =
      lowest_bit(count * sizeof(T)) < 16 ? lowest_bit(count * sizeof(T)) : std::uint32_t{16};
  static constexpr bool vectorizes = piece_bytes > alignof(T);
  static constexpr std::uint32_t pieces = count * std::uint32_t{sizeof(T)} / piece_bytes;
  using Piece = typename BytesOf<piece_bytes>::type;

  /// Whether load() and store() may be used; otherwise T's own alignment is sufficient.
  static bool fits(const T *address) noexcept {
    return vectorizes && reinterpret_cast<std::uintptr_t>(address) % piece_bytes == 0;
  }
  /// Requires fits(from).
  static void load(const T *from, T (&values)[count]) noexcept {
    Piece loaded[pieces];
    KCC_UNROLL
    for (std::uint32_t p = 0; p < pieces; ++p) {
      const void *const at = reinterpret_cast<const std::byte *>(from) + p * piece_bytes;
      __builtin_memcpy(&loaded[p], __builtin_assume_aligned(at, piece_bytes), piece_bytes);
    }
    KCC_UNROLL
    for (std::uint32_t p = 0; p < pieces; ++p)
      keep_whole(loaded[p]);
    __builtin_memcpy(values, loaded, sizeof values);
  }
  /// Requires fits(to).
  static void store(T *to, const T (&values)[count]) noexcept {
    Piece stored[pieces];
    pack(values, stored);
    KCC_UNROLL
    for (std::uint32_t p = 0; p < pieces; ++p) {
      void *const at = reinterpret_cast<std::byte *>(to) + p * piece_bytes;
      __builtin_memcpy(__builtin_assume_aligned(at, piece_bytes), &stored[p], piece_bytes);
    }
  }

private:
  // The words that pieces consist of: whole scalars; for other types, parts that contain at most one member.
  static constexpr std::uint32_t word_bytes = std::is_scalar_v<T> ? sizeof(T)
                                              : alignof(T) < 4    ? alignof(T)
                                                                  : 4;
  using Word = typename BytesOf<word_bytes>::type;

  /// Uses shifts on the GPU: what is copied in as floats would be stored as floats again, one by one, and
  /// partly merged with the stores for unaligned addresses.
  static void pack(const T (&values)[count], Piece (&packed)[pieces]) noexcept {
#if __KCC_ARCH__ > 0
    constexpr std::uint32_t words = piece_bytes / word_bytes;
    Word all[pieces * words];
    __builtin_memcpy(all, values, sizeof all);
    KCC_UNROLL
    for (std::uint32_t p = 0; p < pieces; ++p) {
      packed[p] = all[p * words];
      KCC_UNROLL
      for (std::uint32_t w = 1; w < words; ++w)
        packed[p] =
            static_cast<Piece>(packed[p] | static_cast<Piece>(all[p * words + w]) << (w * word_bytes * 8));
    }
#else
    __builtin_memcpy(packed, values, sizeof packed);
#endif
  }
};

} // namespace kcc::detail

#endif
