// Moving the items of a block between global memory and registers.
#ifndef KCC_BLOCK_MEMORY_H
#define KCC_BLOCK_MEMORY_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "exchange.h"
#include "shape.h"
#include "vector_run.h"

namespace kcc {

/// How a block loads or stores its items. In registers they are in blocked order (see BlockExchange), except
/// for `striped`.
enum class BlockAccess {
  direct,     ///< each thread accesses its own run, item by item: for one item per thread
  striped,    ///< adjacent threads access adjacent items: coalesced, and in striped order
  vectorized, ///< each thread its own run, up to 16 bytes at a time if the address allows it, else item by
              ///< item
  transposed, ///< striped, then exchanged through shared memory: coalesced for any number of items
  warp_transposed ///< the same within each warp, without a block barrier; for blocks of whole warps
};

namespace detail {

/// The number of item \p k of the thread of rank \p rank, in memory order.
template <BlockAccess access, std::uint32_t threads, std::uint32_t items>
constexpr std::uint32_t item_number(std::uint32_t rank, std::uint32_t k) noexcept {
  if constexpr (access == BlockAccess::direct || access == BlockAccess::vectorized)
    return rank * items + k;
  else if constexpr (access == BlockAccess::warp_transposed)
    return rank / 32 * 32 * items + k * 32 + rank % 32;
  else
    return k * threads + rank;
}

struct NoShared {};

} // namespace detail

/// Loads threads × items values of a block from memory.
///
///   using Load = kcc::BlockLoad<float, 256, 4, kcc::BlockAccess::transposed>;
///   [[kcc::shared]] Load::Shared shared;
///   Load(shared).load(values.subspan(first), items, 0.0f);
///
/// All threads of the block call it together. Before anything uses Shared again, even another call, they must
/// pass a sync_threads(); direct, striped and vectorized access need none.
template <class T, BlockShape shape, std::uint32_t items, BlockAccess access = BlockAccess::direct>
class BlockLoad {
  static constexpr std::uint32_t threads = shape.threads();
  static_assert(threads >= 1 && threads <= 1024, "kcc: a block has 1 to 1024 threads");
  static constexpr bool exchanges =
      access == BlockAccess::transposed || access == BlockAccess::warp_transposed;
  using Exchange = BlockExchange<T, shape, items>;

public:
  /// The shared memory that a block needs: all its items, or nothing.
  using Shared = std::conditional_t<exchanges, typename Exchange::Shared, detail::NoShared>;

  explicit BlockLoad(Shared &shared) noexcept : shared(shared) {}

  /// Loads the first threads * items values of \p from, which must have at least as many.
  KCC_CONVERGENT void load(std::span<const T> from, T (&values)[items]) noexcept {
    const std::uint32_t rank = shape.rank();
    if constexpr (access == BlockAccess::vectorized) {
      using Run = detail::VectorRun<T, items>;
      if (Run::fits(from.data())) [[likely]]
        return Run::load(from.data() + rank * items, values);
    }
    const T *const first = from.data() + detail::item_number<access, threads, items>(rank, 0);
    KCC_UNROLL
    for (std::uint32_t k = 0; k < items; ++k)
      values[k] = first[detail::item_number<access, threads, items>(0, k)];
    exchange(values);
  }

  /// Loads the values in \p from, at most threads * items; items beyond its end become \p otherwise.
  KCC_CONVERGENT void load(std::span<const T> from, T (&values)[items], T otherwise) noexcept {
    if (from.size() >= std::size_t{threads} * items)
      return load(from, values);
    const std::uint32_t rank = shape.rank();
    KCC_UNROLL
    for (std::uint32_t k = 0; k < items; ++k) {
      const std::uint32_t number = detail::item_number<access, threads, items>(rank, k);
      values[k] = otherwise;
      if (number < from.size())
        values[k] = from[number];
    }
    exchange(values);
  }

private:
  KCC_CONVERGENT void exchange(T (&values)[items]) noexcept {
    if constexpr (access == BlockAccess::transposed)
      Exchange(shared).striped_to_blocked(values);
    else if constexpr (access == BlockAccess::warp_transposed)
      Exchange(shared).warp_striped_to_blocked(values);
  }

  Shared &shared;
};

/// Stores threads × items values of a block to memory; the counterpart of BlockLoad, with the same rules.
template <class T, BlockShape shape, std::uint32_t items, BlockAccess access = BlockAccess::direct>
class BlockStore {
  static constexpr std::uint32_t threads = shape.threads();
  static_assert(threads >= 1 && threads <= 1024, "kcc: a block has 1 to 1024 threads");
  static constexpr bool exchanges =
      access == BlockAccess::transposed || access == BlockAccess::warp_transposed;
  using Exchange = BlockExchange<T, shape, items>;

public:
  /// The shared memory that a block needs: all its items, or nothing.
  using Shared = std::conditional_t<exchanges, typename Exchange::Shared, detail::NoShared>;

  explicit BlockStore(Shared &shared) noexcept : shared(shared) {}

  /// Stores the items for which \p to has space, at most threads * items. Transposed access leaves \p values
  /// in a different order.
  KCC_CONVERGENT void store(std::span<T> to, T (&values)[items]) noexcept {
    const std::uint32_t rank = shape.rank();
    const bool whole = to.size() >= std::size_t{threads} * items;
    if constexpr (access == BlockAccess::transposed)
      Exchange(shared).blocked_to_striped(values);
    else if constexpr (access == BlockAccess::warp_transposed)
      Exchange(shared).blocked_to_warp_striped(values);
    if constexpr (access == BlockAccess::vectorized) {
      using Run = detail::VectorRun<T, items>;
      if (whole && Run::fits(to.data())) [[likely]]
        return Run::store(to.data() + rank * items, values);
    }
    T *const first = to.data() + detail::item_number<access, threads, items>(rank, 0);
    KCC_UNROLL
    for (std::uint32_t k = 0; k < items; ++k)
      if (whole || detail::item_number<access, threads, items>(rank, k) < to.size())
        first[detail::item_number<access, threads, items>(0, k)] = values[k];
  }

private:
  Shared &shared;
};

} // namespace kcc

#endif
