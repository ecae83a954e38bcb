// What differs between kcc and CUDA (nvcc and clang's CUDA mode), for the kernels of this benchmark. Each
// name stands for one native construct of either side; nothing here may cost time on one of them.
//
// The macro FORM chooses the type of the kernels' buffers: pointers, restricted pointers or spans.
#ifndef CODEGEN_DIALECT_H
#define CODEGEN_DIALECT_H

#define FORM_POINTERS 0
#define FORM_RESTRICT 1
#define FORM_SPANS 2

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#ifdef __KCC__
#include <bit>
#include <kcc/atomic.h>
#include <kcc/device.h>
#include <kcc/device/integer.h>
#include <kcc/float16.h>
#include <kcc/math.h>
#include <kcc/warp.h>

#define DEVICE inline
#define KERNEL extern "C" [[kcc::kernel]] void
/// A kernel that is launched with at most this many threads per block.
#define BOUNDED_KERNEL(threads) extern "C" [[kcc::kernel, kcc::launch_bounds(threads)]] void
#define SHARED [[kcc::shared]]
#define CONSTANT [[kcc::constant]] const

DEVICE unsigned thread_x() {
  return kcc::thread_idx().x;
}
DEVICE unsigned thread_y() {
  return kcc::thread_idx().y;
}
DEVICE unsigned block_x() {
  return kcc::block_idx().x;
}
DEVICE unsigned block_y() {
  return kcc::block_idx().y;
}
DEVICE unsigned block_size_x() {
  return kcc::block_dim().x;
}
DEVICE unsigned block_size_y() {
  return kcc::block_dim().y;
}
DEVICE unsigned blocks_x() {
  return kcc::grid_dim().x;
}
DEVICE void sync() {
  kcc::sync_threads();
}
DEVICE void sync_warp() {
  kcc::sync_warp();
}

template <class T> DEVICE T shuffle(T value, unsigned lane) {
  return kcc::warp::shuffle(value, lane);
}
template <class T> DEVICE T shuffle_up(T value, unsigned delta) {
  return kcc::warp::shuffle_up(value, delta);
}
template <class T> DEVICE T shuffle_down(T value, unsigned delta) {
  return kcc::warp::shuffle_down(value, delta);
}
template <class T> DEVICE T shuffle_xor(T value, unsigned bits) {
  return kcc::warp::shuffle_xor(value, bits);
}
DEVICE unsigned vote(bool predicate) {
  return kcc::warp::ballot(predicate);
}

/// Relaxed, among the threads of the device; they return the old value.
template <class T> DEVICE T atomic_add(T &object, T value) {
  return kcc::atomic_ref<T, kcc::scope::device>(object).fetch_add(value, std::memory_order_relaxed);
}
template <class T> DEVICE T atomic_min(T &object, T value) {
  return kcc::atomic_ref<T, kcc::scope::device>(object).fetch_min(value, std::memory_order_relaxed);
}
template <class T> DEVICE T atomic_max(T &object, T value) {
  return kcc::atomic_ref<T, kcc::scope::device>(object).fetch_max(value, std::memory_order_relaxed);
}
template <class T> DEVICE T atomic_or(T &object, T value) {
  return kcc::atomic_ref<T, kcc::scope::device>(object).fetch_or(value, std::memory_order_relaxed);
}
/// Stores `desired` if the object equals `expected`; returns the old value.
template <class T> DEVICE T atomic_compare_and_swap(T &object, T expected, T desired) {
  kcc::atomic_ref<T, kcc::scope::device>(object).compare_exchange_strong(expected, desired,
                                                                         std::memory_order_relaxed);
  return expected;
}

DEVICE int popcount(std::uint32_t x) {
  return std::popcount(x);
}
DEVICE int popcount(std::uint64_t x) {
  return std::popcount(x);
}
DEVICE int leading_zeros(std::uint32_t x) {
  return std::countl_zero(x);
}
DEVICE int leading_zeros(std::uint64_t x) {
  return std::countl_zero(x);
}
DEVICE int trailing_zeros(std::uint32_t x) {
  return std::countr_zero(x);
}
DEVICE std::uint32_t reverse_bits(std::uint32_t x) {
  return __builtin_bitreverse32(x);
}
DEVICE std::uint64_t high_product(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint64_t>(static_cast<unsigned __int128>(a) * b >> 64);
}
DEVICE float inverse_root(float x) {
  return kcc::rsqrt(x);
}
DEVICE double inverse_root(double x) {
  return kcc::rsqrt(x);
}
DEVICE float bits_to_float(std::uint32_t x) {
  return std::bit_cast<float>(x);
}
DEVICE std::uint32_t float_to_bits(float x) {
  return std::bit_cast<std::uint32_t>(x);
}

using half = kcc::float16;
DEVICE float to_float(half x) {
  return static_cast<float>(x);
}
DEVICE half to_half(float x) {
  return static_cast<half>(x);
}
DEVICE half half_fma(half a, half b, half c) {
  return kcc::fma(a, b, c);
}

#else
#include <cuda_fp16.h>

#define DEVICE __device__ inline
#define KERNEL extern "C" __global__ void
#define BOUNDED_KERNEL(threads) extern "C" __global__ void __launch_bounds__(threads)
#define SHARED __shared__
#define CONSTANT __constant__ const

DEVICE unsigned thread_x() {
  return threadIdx.x;
}
DEVICE unsigned thread_y() {
  return threadIdx.y;
}
DEVICE unsigned block_x() {
  return blockIdx.x;
}
DEVICE unsigned block_y() {
  return blockIdx.y;
}
DEVICE unsigned block_size_x() {
  return blockDim.x;
}
DEVICE unsigned block_size_y() {
  return blockDim.y;
}
DEVICE unsigned blocks_x() {
  return gridDim.x;
}
DEVICE void sync() {
  __syncthreads();
}
DEVICE void sync_warp() {
  __syncwarp();
}

template <class T> DEVICE T shuffle(T value, unsigned lane) {
  return __shfl_sync(~0u, value, lane);
}
template <class T> DEVICE T shuffle_up(T value, unsigned delta) {
  return __shfl_up_sync(~0u, value, delta);
}
template <class T> DEVICE T shuffle_down(T value, unsigned delta) {
  return __shfl_down_sync(~0u, value, delta);
}
template <class T> DEVICE T shuffle_xor(T value, unsigned bits) {
  return __shfl_xor_sync(~0u, value, bits);
}
DEVICE unsigned vote(bool predicate) {
  return __ballot_sync(~0u, predicate);
}

template <class T> DEVICE T atomic_add(T &object, T value) {
  return atomicAdd(&object, value);
}
template <class T> DEVICE T atomic_min(T &object, T value) {
  return atomicMin(&object, value);
}
template <class T> DEVICE T atomic_max(T &object, T value) {
  return atomicMax(&object, value);
}
template <class T> DEVICE T atomic_or(T &object, T value) {
  return atomicOr(&object, value);
}
template <class T> DEVICE T atomic_compare_and_swap(T &object, T expected, T desired) {
  return atomicCAS(&object, expected, desired);
}

DEVICE int popcount(std::uint32_t x) {
  return __popc(x);
}
DEVICE int popcount(std::uint64_t x) {
  return __popcll(x);
}
DEVICE int leading_zeros(std::uint32_t x) {
  return __clz(static_cast<int>(x));
}
DEVICE int leading_zeros(std::uint64_t x) {
  return __clzll(static_cast<long long>(x));
}
DEVICE int trailing_zeros(std::uint32_t x) {
  return x == 0 ? 32 : __ffs(static_cast<int>(x)) - 1;
}
DEVICE std::uint32_t reverse_bits(std::uint32_t x) {
  return __brev(x);
}
DEVICE std::uint64_t high_product(std::uint64_t a, std::uint64_t b) {
  return __umul64hi(a, b);
}
DEVICE float inverse_root(float x) {
  return rsqrtf(x);
}
DEVICE double inverse_root(double x) {
  return rsqrt(x);
}
DEVICE float bits_to_float(std::uint32_t x) {
  return __uint_as_float(x);
}
DEVICE std::uint32_t float_to_bits(float x) {
  return __float_as_uint(x);
}

DEVICE float to_float(half x) {
  return __half2float(x);
}
DEVICE half to_half(float x) {
  return __float2half(x);
}
DEVICE half half_fma(half a, half b, half c) {
  return __hfma(a, b, c);
}
#endif

// Buffers: In is only read. Index is the type that programs of the form use for positions.
#if FORM == FORM_SPANS
template <class T> using In = std::span<const T>;
template <class T> using Out = std::span<T>;
using Index = std::size_t;
/// The number of elements of a buffer, which the form with pointers passes as the parameter `n`.
template <class Buffer> DEVICE Index count(const Buffer &buffer, int) {
  return buffer.size();
}
#elif FORM == FORM_RESTRICT
template <class T> using In = const T *__restrict__;
template <class T> using Out = T *__restrict__;
#else
template <class T> using In = const T *;
template <class T> using Out = T *;
#endif
#if FORM != FORM_SPANS
using Index = int;
template <class T> DEVICE Index count(const T *, int n) {
  return n;
}
#endif

/// The thread's position in a one-dimensional grid, and the grid's size.
DEVICE Index global_x() {
  return static_cast<Index>(block_x()) * block_size_x() + thread_x();
}
DEVICE Index grid_size_x() {
  return static_cast<Index>(blocks_x()) * block_size_x();
}
DEVICE int column() {
  return static_cast<int>(block_x() * block_size_x() + thread_x());
}
DEVICE int row() {
  return static_cast<int>(block_y() * block_size_y() + thread_y());
}

#endif
