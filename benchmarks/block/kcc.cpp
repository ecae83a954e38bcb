// kcc's side of the comparison; see body.h.
#include <kcc/block.h>
#include <kcc/device.h>

#include <cstring>

#define DEVICE inline
#define UNROLL _Pragma("unroll")
#define NO_UNROLL _Pragma("nounroll")
#define THREAD kcc::thread_idx().x
#define BLOCK kcc::block_idx().x
#define SYNC kcc::sync_threads()
using std::memcpy;
#include "body.h"

template <class T, unsigned threads, unsigned items> struct reduce {
  using Block = kcc::BlockReduce<T, threads>;
  using Shared = typename Block::Shared;
  static constexpr bool scrambles = false, stores = false;
  static void run(Shared &shared, T (&own)[items], const T *, T *, unsigned thread) {
    const T sum = Block(shared).sum_to_first(own);
    if (thread == 0)
      own[0] = sum;
  }
};

template <class T, unsigned threads, unsigned items> struct scan {
  using Block = kcc::BlockScan<T, threads>;
  using Shared = typename Block::Shared;
  static constexpr bool scrambles = false, stores = false;
  static void run(Shared &shared, T (&own)[items], const T *, T *, unsigned) {
    Block(shared).exclusive_sum(own);
  }
};

template <class T, unsigned threads, unsigned items> struct rank {
  using Block = kcc::BlockRadixRank<threads, items>;
  using Shared = typename Block::Shared;
  static constexpr bool scrambles = true, stores = false;
  static void run(Shared &shared, T (&own)[items], const T *, T *, unsigned) {
    std::uint32_t ranks[items];
    Block(shared).rank_by([&](std::uint32_t k) { return std::uint32_t(own[k] >> 26) & 60; }, ranks);
    UNROLL
    for (unsigned k = 0; k < items; ++k)
      own[k] += ranks[k];
  }
};

template <class T, unsigned threads, unsigned items> struct sort {
  using Block = kcc::BlockRadixSort<T, threads, items>;
  using Shared = typename Block::Shared;
  static constexpr bool scrambles = true, stores = false;
  static void run(Shared &shared, T (&own)[items], const T *, T *, unsigned) { Block(shared).sort(own); }
};

template <class T, unsigned threads, unsigned items> struct pairs {
  using Block = kcc::BlockRadixSort<T, threads, items, u32>;
  using Shared = typename Block::Shared;
  static constexpr bool scrambles = true, stores = false;
  static void run(Shared &shared, T (&own)[items], const T *, T *, unsigned thread) {
    u32 values[items];
    UNROLL
    for (unsigned k = 0; k < items; ++k)
      values[k] = thread * items + k;
    Block(shared).sort(own, values);
    UNROLL
    for (unsigned k = 0; k < items; ++k)
      touch(values[k]);
  }
};

template <class T, unsigned threads, unsigned items> struct exchange {
  using Block = kcc::BlockExchange<T, threads, items>;
  using Shared = typename Block::Shared;
  static constexpr bool scrambles = false, stores = false;
  static void run(Shared &shared, T (&own)[items], const T *, T *, unsigned) {
    Block(shared).striped_to_blocked(own);
  }
};

template <class T, unsigned threads, unsigned items> struct histogram {
  using Block = kcc::BlockHistogram<256, threads>;
  using Shared = typename Block::Shared;
  static constexpr bool scrambles = true, stores = false;
  static void run(Shared &shared, T (&own)[items], const T *, T *, unsigned thread) {
    Block block(shared);
    block.clear();
    block.add(own);
    kcc::sync_threads();
    own[0] = static_cast<T>(own[0] + block.count(thread % 256));
  }
};
/// The same, for comparison with CUB's other algorithm.
template <class T, unsigned threads, unsigned items>
struct histogram_atomic : histogram<T, threads, items> {};

template <class T, unsigned threads, unsigned items, kcc::BlockAccess access> struct Copy {
  using Load = kcc::BlockLoad<T, threads, items, access>;
  using Store = kcc::BlockStore<T, threads, items, access>;
  union Shared {
    typename Load::Shared load;
    typename Store::Shared store;
  };
  static constexpr bool scrambles = false, stores = true;
  static void run(Shared &shared, T (&own)[items], const T *in, T *out, unsigned) {
    Load(shared.load).load({in, threads * items}, own);
    kcc::sync_threads();
    UNROLL
    for (unsigned k = 0; k < items; ++k)
      touch(own[k]);
    Store(shared.store).store({out, threads * items}, own);
  }
};
template <class T, unsigned threads, unsigned items>
struct copy_vectorized : Copy<T, threads, items, kcc::BlockAccess::vectorized> {};
template <class T, unsigned threads, unsigned items>
struct copy_transposed : Copy<T, threads, items, kcc::BlockAccess::transposed> {};

#define KERNEL(threads, items)                                                                               \
  extern "C" [[kcc::kernel, kcc::launch_bounds(threads)]] void KERNEL_NAME(ALGORITHM, TYPE, threads, items)( \
      const TYPE *in, TYPE *out, unsigned rounds) {                                                          \
    using Algorithm = ALGORITHM<TYPE, threads, items>;                                                       \
    [[kcc::shared]] Algorithm::Shared shared;                                                                \
    run_rounds<Algorithm, TYPE, threads, items>(shared, in, out, rounds);                                    \
  }
ALL_KERNELS
