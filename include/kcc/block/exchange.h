// Rearranging the items of a block's threads.
#ifndef KCC_BLOCK_EXCHANGE_H
#define KCC_BLOCK_EXCHANGE_H

#include <cstddef>
#include <cstdint>

#include "../device/sync.h"
#include "shape.h"
#include "shared_items.h"
#include "warp_steps.h"

namespace kcc {

/// Rearranges threads × items values of a block. The number of item k of the thread of rank r is
///
/// * `r * items + k` in blocked order: each thread has a run of adjacent items, as scans and sorts need them;
/// * `k * threads + r` in striped order: adjacent threads have adjacent items, so that memory accesses
///   coalesce;
/// * `w * 32 * items + k * 32 + r % 32` in warp-striped order, w = r / 32: striped within each warp's part.
///
/// All threads of the block call a function together. Before anything uses Shared again, even another call,
/// they must pass a sync_threads(). The warp-striped functions only wait for the thread's own warp, and need
/// blocks of whole warps.
template <class T, BlockShape shape, std::uint32_t items> class BlockExchange {
  static constexpr std::uint32_t threads = shape.threads();
  static_assert(threads >= 1 && threads <= 1024, "kcc: a block has 1 to 1024 threads");
  using Runs = detail::SharedRuns<T, threads, items>;

public:
  /// The shared memory that a block needs: all its items.
  struct Shared {
    typename Runs::Storage items_of_block;
  };

  explicit BlockExchange(Shared &shared) noexcept : storage(shared.items_of_block) {}

  /// From blocked to striped order.
  KCC_CONVERGENT void blocked_to_striped(T (&values)[items]) noexcept {
    Runs::store(storage, shape.rank(), values);
    sync_threads();
    load_striped(values);
  }
  /// From striped to blocked order.
  KCC_CONVERGENT void striped_to_blocked(T (&values)[items]) noexcept {
    const std::uint32_t rank = shape.rank();
    KCC_UNROLL
    for (std::uint32_t k = 0; k < items; ++k)
      storage[Runs::template place<threads>(k, rank)] = values[k];
    sync_threads();
    Runs::load(storage, rank, values);
  }
  /// From blocked to warp-striped order.
  KCC_CONVERGENT void blocked_to_warp_striped(T (&values)[items]) noexcept {
    const std::uint32_t rank = shape.rank();
    Runs::store(storage, rank, values);
    sync_own_warp();
    KCC_UNROLL
    for (std::uint32_t k = 0; k < items; ++k)
      values[k] = storage[Runs::place(warp_striped(rank, k))];
  }
  /// From warp-striped to blocked order.
  KCC_CONVERGENT void warp_striped_to_blocked(T (&values)[items]) noexcept {
    const std::uint32_t rank = shape.rank();
    KCC_UNROLL
    for (std::uint32_t k = 0; k < items; ++k)
      storage[Runs::place(warp_striped(rank, k))] = values[k];
    sync_own_warp();
    Runs::load(storage, rank, values);
  }
  /// Scatters to blocked order: values[k] goes to position numbers[k]. The numbers are a permutation of 0 to
  /// threads * items - 1.
  KCC_CONVERGENT void scatter_to_blocked(T (&values)[items], const std::uint32_t (&numbers)[items]) noexcept {
    scatter(values, numbers);
    sync_threads();
    Runs::load(storage, shape.rank(), values);
  }
  /// Scatters to striped order: values[k] goes to position numbers[k]. The numbers are a permutation of 0 to
  /// threads * items - 1.
  KCC_CONVERGENT void scatter_to_striped(T (&values)[items], const std::uint32_t (&numbers)[items]) noexcept {
    scatter(values, numbers);
    sync_threads();
    load_striped(values);
  }
  /// Scatters to striped order, but only the values whose number is less than threads * items; positions
  /// without a value keep their old one. For compaction: the kept values are numbered from 0.
  KCC_CONVERGENT void scatter_some_to_striped(T (&values)[items],
                                              const std::uint32_t (&numbers)[items]) noexcept {
    const std::uint32_t rank = shape.rank();
    KCC_UNROLL
    for (std::uint32_t k = 0; k < items; ++k)
      storage[Runs::template place<threads>(k, rank)] = values[k];
    sync_threads();
    KCC_UNROLL
    for (std::uint32_t k = 0; k < items; ++k)
      if (numbers[k] < threads * items)
        storage[Runs::place(numbers[k])] = values[k];
    sync_threads();
    load_striped(values);
  }

private:
  static constexpr std::uint32_t warp_striped(std::uint32_t rank, std::uint32_t k) noexcept {
    return rank / 32 * 32 * items + k * 32 + rank % 32;
  }
  KCC_CONVERGENT static void sync_own_warp() noexcept {
    static_assert(threads % 32 == 0, "kcc: the warp-striped order is for blocks of whole warps");
    sync_warp();
  }
  void scatter(const T (&values)[items], const std::uint32_t (&numbers)[items]) noexcept {
    KCC_UNROLL
    for (std::uint32_t k = 0; k < items; ++k)
      storage[Runs::place(numbers[k])] = values[k];
  }
  void load_striped(T (&values)[items]) noexcept {
    const std::uint32_t rank = shape.rank();
    KCC_UNROLL
    for (std::uint32_t k = 0; k < items; ++k)
      values[k] = storage[Runs::template place<threads>(k, rank)];
  }

  typename Runs::Storage &storage;
};

} // namespace kcc

#endif
