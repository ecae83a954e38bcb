// Loads and stores with cache hints. A hint never changes the value.
#ifndef KCC_DEVICE_CACHE_HINTS_H
#define KCC_DEVICE_CACHE_HINTS_H

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "arch.h"
#include "builtins.h"

namespace kcc {

/// What a load or store tells the caches (PTX ISA, "Cache Operators" and "Cache Eviction Priority Hints"). On
/// the CPU device, and on architectures without it, a hint has no effect.
enum class cache : std::uint32_t {
  normal,          ///< like an ordinary load or store
  all_levels,      ///< `.ca`, stores `.wb`: keep it in all levels
  level_2,         ///< `.cg`: in L2 only
  streaming,       ///< `.cs`: used once, evict it first
  last_use,        ///< `.lu`: not used again; stores `.wb`
  no_cache,        ///< `.cv`, stores `.wt`: fetch again and write through, for memory that the host changes
  evict_first,     ///< `.L1::evict_first`, from sm_87 on
  evict_last,      ///< `.L1::evict_last`, from sm_87 on
  no_allocate,     ///< `.L1::no_allocate`, from sm_87 on
  prefetch_l2_64,  ///< `.L2::64B`, loads from sm_87 on: fetch 64 bytes around it into L2
  prefetch_l2_128, ///< `.L2::128B`, likewise 128
  prefetch_l2_256  ///< `.L2::256B`, likewise 256
};

namespace detail {

/// The compiler's number for a hint. The later ones exist from PTX 7.4 on, which code for sm_87 and newer
/// always has, whatever --ptx-version says.
constexpr std::uint32_t hint_number(cache hint) noexcept {
  return hint >= cache::evict_first && arch < 87 ? 0 : static_cast<std::uint32_t>(hint);
}
inline constexpr std::uint32_t read_only_number = 32; ///< added for memory that nothing writes to

/// The most bytes that one instruction can access in a T, given its alignment.
template <class T>
inline constexpr std::uint32_t access_bytes = alignof(T) >= 16 ? 16 : static_cast<std::uint32_t>(alignof(T));

template <class T>
concept movable_by_bytes = std::is_trivially_copyable_v<T> && !std::is_const_v<T> && !std::is_volatile_v<T>;

template <std::uint32_t number, class T> inline T load_in_parts(const T *from) noexcept {
  constexpr std::uint32_t part = access_bytes<T>;
  alignas(T) std::byte bytes[sizeof(T)];
  for (std::size_t i = 0; i < sizeof(T); i += part)
    __kcc_load(reinterpret_cast<const std::byte *>(from) + i, bytes + i, part, number);
  return __builtin_bit_cast(T, bytes);
}

} // namespace detail

/// Loads `*from` with a cache hint, with instructions of as many bytes as T is aligned to, at most 16.
template <cache hint, detail::movable_by_bytes T> inline T load(const T *from) noexcept {
  return detail::load_in_parts<detail::hint_number(hint)>(from);
}

/// Loads `*from` from global memory that nothing writes to while the kernel runs, through the read-only path
/// (`ld.global.nc`). Undefined if another thread writes to it, or if it is not in global memory. Can be
/// combined with all hints except last_use and no_cache.
template <cache hint = cache::normal, detail::movable_by_bytes T>
inline T load_read_only(const T *from) noexcept {
  return detail::load_in_parts<detail::hint_number(hint) + detail::read_only_number>(from);
}

/// Stores `value` to `*to` with a cache hint, with instructions of as many bytes as T is aligned to, at most
/// 16.
template <cache hint, detail::movable_by_bytes T>
inline void store(T *to, const std::type_identity_t<T> &value) noexcept {
  constexpr std::uint32_t part = detail::access_bytes<T>, number = detail::hint_number(hint);
  for (std::size_t i = 0; i < sizeof(T); i += part)
    __kcc_store(reinterpret_cast<std::byte *>(to) + i, reinterpret_cast<const std::byte *>(&value) + i, part,
                number);
}

/// Starts fetching the cache line of `place` into the L1 cache. Has no effect on GPUs without one and on the
/// CPU device.
inline void prefetch_l1(const void *place) noexcept {
  __kcc_prefetch(place, 0);
}

/// Starts fetching the cache line of `place` into the L2 cache. Has no effect on the CPU device.
inline void prefetch_l2(const void *place) noexcept {
  __kcc_prefetch(place, 1);
}

/// Starts fetching the cache line of `place`, which all threads of the warp read, into the cache for uniform
/// accesses. Has no effect on the CPU device.
inline void prefetch_uniform(const void *place) noexcept {
  __kcc_prefetch(place, 2);
}

} // namespace kcc

#endif
