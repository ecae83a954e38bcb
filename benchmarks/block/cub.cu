// CUB's side of the comparison; see body.h. Compiled on the machine that has nvcc.
#include <cub/cub.cuh>

#define DEVICE __device__ __forceinline__
#define UNROLL _Pragma("unroll")
#define NO_UNROLL _Pragma("unroll 1")
#define THREAD threadIdx.x
#define BLOCK blockIdx.x
#define SYNC __syncthreads()
#include "body.h"

template <class T, unsigned threads, unsigned items> struct reduce {
  using Block = cub::BlockReduce<T, threads>;
  using Shared = typename Block::TempStorage;
  static constexpr bool scrambles = false, stores = false;
  DEVICE static void run(Shared &shared, T (&own)[items], const T *, T *, unsigned thread) {
    const T sum = Block(shared).Sum(own);
    if (thread == 0)
      own[0] = sum;
  }
};

template <class T, unsigned threads, unsigned items> struct scan {
  using Block = cub::BlockScan<T, threads>;
  using Shared = typename Block::TempStorage;
  static constexpr bool scrambles = false, stores = false;
  DEVICE static void run(Shared &shared, T (&own)[items], const T *, T *, unsigned) {
    Block(shared).ExclusiveSum(own, own);
  }
};

template <class T, unsigned threads, unsigned items> struct rank {
  using Block = cub::BlockRadixRank<threads, 4, false>;
  using Shared = typename Block::TempStorage;
  static constexpr bool scrambles = true, stores = false;
  DEVICE static void run(Shared &shared, T (&own)[items], const T *, T *, unsigned) {
    int ranks[items];
    Block(shared).RankKeys(own, ranks, cub::BFEDigitExtractor<T>(28, 4));
    UNROLL
    for (unsigned k = 0; k < items; ++k)
      own[k] += ranks[k];
  }
};

template <class T, unsigned threads, unsigned items> struct sort {
  using Block = cub::BlockRadixSort<T, threads, items>;
  using Shared = typename Block::TempStorage;
  static constexpr bool scrambles = true, stores = false;
  DEVICE static void run(Shared &shared, T (&own)[items], const T *, T *, unsigned) { Block(shared).Sort(own); }
};

template <class T, unsigned threads, unsigned items> struct pairs {
  using Block = cub::BlockRadixSort<T, threads, items, u32>;
  using Shared = typename Block::TempStorage;
  static constexpr bool scrambles = true, stores = false;
  DEVICE static void run(Shared &shared, T (&own)[items], const T *, T *, unsigned thread) {
    u32 values[items];
    UNROLL
    for (unsigned k = 0; k < items; ++k)
      values[k] = thread * items + k;
    Block(shared).Sort(own, values);
    UNROLL
    for (unsigned k = 0; k < items; ++k)
      touch(values[k]);
  }
};

template <class T, unsigned threads, unsigned items> struct exchange {
  using Block = cub::BlockExchange<T, threads, items>;
  using Shared = typename Block::TempStorage;
  static constexpr bool scrambles = false, stores = false;
  DEVICE static void run(Shared &shared, T (&own)[items], const T *, T *, unsigned) {
    Block(shared).StripedToBlocked(own);
  }
};

template <class T, unsigned threads, unsigned items, cub::BlockHistogramAlgorithm algorithm> struct Histogram {
  using Block = cub::BlockHistogram<T, threads, items, 256, algorithm>;
  struct Shared {
    typename Block::TempStorage temporary;
    unsigned counters[256];
  };
  static constexpr bool scrambles = true, stores = false;
  DEVICE static void run(Shared &shared, T (&own)[items], const T *, T *, unsigned thread) {
    T copy[items]; // the sorting algorithm changes their order
    UNROLL
    for (unsigned k = 0; k < items; ++k)
      copy[k] = own[k];
    Block(shared.temporary).Histogram(copy, shared.counters);
    __syncthreads();
    own[0] = static_cast<T>(own[0] + shared.counters[thread % 256]);
  }
};
template <class T, unsigned threads, unsigned items>
struct histogram : Histogram<T, threads, items, cub::BLOCK_HISTO_SORT> {};
template <class T, unsigned threads, unsigned items>
struct histogram_atomic : Histogram<T, threads, items, cub::BLOCK_HISTO_ATOMIC> {};

template <class T, unsigned threads, unsigned items, cub::BlockLoadAlgorithm load, cub::BlockStoreAlgorithm store>
struct Copy {
  using Load = cub::BlockLoad<T, threads, items, load>;
  using Store = cub::BlockStore<T, threads, items, store>;
  union Shared {
    typename Load::TempStorage load_storage;
    typename Store::TempStorage store_storage;
  };
  static constexpr bool scrambles = false, stores = true;
  DEVICE static void run(Shared &shared, T (&own)[items], const T *in, T *out, unsigned) {
    Load(shared.load_storage).Load(in, own);
    __syncthreads();
    UNROLL
    for (unsigned k = 0; k < items; ++k)
      touch(own[k]);
    Store(shared.store_storage).Store(out, own);
  }
};
template <class T, unsigned threads, unsigned items>
struct copy_vectorized : Copy<T, threads, items, cub::BLOCK_LOAD_VECTORIZE, cub::BLOCK_STORE_VECTORIZE> {};
template <class T, unsigned threads, unsigned items>
struct copy_transposed : Copy<T, threads, items, cub::BLOCK_LOAD_TRANSPOSE, cub::BLOCK_STORE_TRANSPOSE> {};

#define KERNEL(threads, items)                                                                               \
  extern "C" __global__ __launch_bounds__(threads) void KERNEL_NAME(ALGORITHM, TYPE, threads, items)(        \
      const TYPE *in, TYPE *out, unsigned rounds) {                                                          \
    using Algorithm = ALGORITHM<TYPE, threads, items>;                                                       \
    __shared__ typename Algorithm::Shared shared;                                                            \
    run_rounds<Algorithm, TYPE, threads, items>(shared, in, out, rounds);                                    \
  }
ALL_KERNELS
