// The kernels that are compared, except for the algorithm in the middle: kcc.cpp and cub.cu include this
// file, so that both measure the same. One source compiles to the kernels of one algorithm and type, which
// macros select:
//
//   ALGORITHM   a class template <T, threads, items> of the including file, and the prefix of the kernels'
//   names TYPE        u8, u32, u64, f32 or f64
#ifndef KCC_BENCHMARKS_BLOCK_BODY_H
#define KCC_BENCHMARKS_BLOCK_BODY_H

using u8 = unsigned char;
using u32 = unsigned;
using u64 = unsigned long long;
using f32 = float;
using f64 = double;

/// Uses the value in a way that is opaque to the compiler and costs nothing, so that the rounds' results are
/// neither known nor unused.
DEVICE void touch(u8 &) {}
DEVICE void touch(u32 &value) {
  asm volatile("" : "+r"(value));
}
DEVICE void touch(u64 &value) {
  asm volatile("" : "+l"(value));
}
DEVICE void touch(f32 &value) {
  asm volatile("" : "+f"(value));
}
DEVICE void touch(f64 &value) {
  asm volatile("" : "+d"(value));
}

/// Changes the bits in each round, for algorithms whose speed depends on the data (a linear congruential
/// step).
DEVICE void scramble(u8 &value) {
  value = u8(value * 5 + 77);
}
DEVICE void scramble(u32 &value) {
  value = value * 1664525u + 1013904223u;
}
DEVICE void scramble(u64 &value) {
  value = value * 6364136223846793005ull + 1442695040888963407ull;
}
DEVICE void scramble(f32 &value) {
  u32 bits;
  memcpy(&bits, &value, 4);
  scramble(bits);
  memcpy(&value, &bits, 4);
}
DEVICE void scramble(f64 &value) {
  u64 bits;
  memcpy(&bits, &value, 8);
  scramble(bits);
  memcpy(&value, &bits, 8);
}

/// Each block runs the algorithm `rounds` times on its tile, which stays in registers.
template <class Algorithm, class T, unsigned threads, unsigned items>
DEVICE void run_rounds(typename Algorithm::Shared &shared, const T *in, T *out, unsigned rounds) {
  const unsigned thread = THREAD;
  const unsigned long long first = (u64(BLOCK) * threads + thread) * items;
  T own[items];
  UNROLL
  for (unsigned k = 0; k < items; ++k)
    own[k] = in[first + k];
  NO_UNROLL
  for (unsigned round = 0; round < rounds; ++round) {
    UNROLL
    for (unsigned k = 0; k < items; ++k)
      if (Algorithm::scrambles)
        scramble(own[k]);
      else
        touch(own[k]);
    Algorithm::run(shared, own, in + u64(BLOCK) * threads * items, out + u64(BLOCK) * threads * items,
                   thread);
    SYNC;
  }
  if (!Algorithm::stores) {
    UNROLL
    for (unsigned k = 0; k < items; ++k)
      out[first + k] = own[k];
  }
}

#define CONCATENATED(algorithm, type, threads, items) algorithm##_##type##_##threads##_##items
#define KERNEL_NAME(algorithm, type, threads, items) CONCATENATED(algorithm, type, threads, items)
#define KERNELS(threads) KERNEL(threads, 1) KERNEL(threads, 4) KERNEL(threads, 8)
// 512 threads with 16 items of 8 bytes would exceed a block's 48 KiB.
#define LARGEST_u8 KERNEL(512, 16)
#define LARGEST_u32 KERNEL(512, 16)
#define LARGEST_f32 KERNEL(512, 16)
#define LARGEST_u64
#define LARGEST_f64
#define LARGEST_OF(type) LARGEST_##type
#define LARGEST(type) LARGEST_OF(type)
#define ALL_KERNELS                                                                                          \
  KERNELS(64)                                                                                                \
  KERNELS(128) KERNELS(256) KERNELS(512) KERNEL(64, 16) KERNEL(128, 16) KERNEL(256, 16) LARGEST(TYPE)

#endif
