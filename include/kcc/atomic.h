// Atomic operations with a scope: kcc::atomic_ref is std::atomic_ref plus a scope. The same code runs on
// GPUs, on the CPU device and, with any C++20 compiler, on the host. It is not part of <kcc/device.h>,
// because <atomic> takes as long to parse as all of that.
//
//   kcc::atomic_ref<float, kcc::scope::device> sum(result);
//   sum.fetch_add(part, std::memory_order_relaxed);
#ifndef KCC_ATOMIC_H
#define KCC_ATOMIC_H

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "device/arch.h"
#include "device/builtins.h"

#ifdef __KCC__
extern "C" {
/// Returns `pointer`; the atomic operation that uses the result as its operand gets the scope.
void *__kcc_atomic_at_scope(void *pointer, int scope) noexcept;
/// Does the same and turns the operation, a fetch_add, into an increment that wraps to 0 above its operand.
/// Clang has no builtins for these.
void *__kcc_atomic_inc_wrap(void *pointer, int scope) noexcept;
/// The same for a decrement that wraps.
void *__kcc_atomic_dec_wrap(void *pointer, int scope) noexcept;
/// A fence; both arguments are constants with the values of std::memory_order and kcc::scope.
void __kcc_atomic_fence(int order, int scope) noexcept;
}
// Macros, because the call itself has to be the operand, also at -O0.
#define KCC_SCOPED_BY(function, pointer) static_cast<Word *>(function(pointer, static_cast<int>(Scope)))
#define KCC_SCOPED(pointer) KCC_SCOPED_BY(__kcc_atomic_at_scope, pointer)
#else
#define KCC_SCOPED(pointer) reinterpret_cast<Word *>(pointer)
#endif

namespace kcc {

/// The threads among which an operation is atomic and ordered. A wider scope is always correct, but slower.
/// All threads that use an object at the same time must be within the scope of each other's operations.
enum class scope : int {
  thread,  ///< the calling thread alone: no atomic instruction at all
  block,   ///< the threads of the block
  cluster, ///< the threads of the cluster (sm_90); on older GPUs like `device`
  device,  ///< the threads of this GPU
  system   ///< all GPUs and the host; the scope of std::atomic_ref
};

/// Orders memory accesses like std::atomic_thread_fence, among the threads of scope \p reach.
inline void atomic_fence(std::memory_order order, scope reach = scope::system) noexcept {
#ifdef __KCC__
  auto at = [order]<scope Scope>() {
    switch (order) {
    case std::memory_order_relaxed:
      break;
    case std::memory_order_consume:
    case std::memory_order_acquire:
      return __kcc_atomic_fence(__ATOMIC_ACQUIRE, static_cast<int>(Scope));
    case std::memory_order_release:
      return __kcc_atomic_fence(__ATOMIC_RELEASE, static_cast<int>(Scope));
    case std::memory_order_acq_rel:
      return __kcc_atomic_fence(__ATOMIC_ACQ_REL, static_cast<int>(Scope));
    case std::memory_order_seq_cst:
      return __kcc_atomic_fence(__ATOMIC_SEQ_CST, static_cast<int>(Scope));
    }
  };
  switch (reach) {
  case scope::thread:
    return at.template operator()<scope::thread>();
  case scope::block:
    return at.template operator()<scope::block>();
  case scope::cluster:
    return at.template operator()<scope::cluster>();
  case scope::device:
    return at.template operator()<scope::device>();
  case scope::system:
    return at.template operator()<scope::system>();
  }
#else
  if (reach == scope::thread)
    std::atomic_signal_fence(order);
  else
    std::atomic_thread_fence(order);
#endif
}

namespace detail {

/// The unsigned integer with this size in bytes; void if there is none.
template <std::size_t bytes> struct AtomicBits {
  using type = void;
};
template <> struct AtomicBits<1> {
  using type = std::uint8_t;
};
template <> struct AtomicBits<2> {
  using type = std::uint16_t;
};
template <> struct AtomicBits<4> {
  using type = std::uint32_t;
};
template <> struct AtomicBits<8> {
  using type = std::uint64_t;
};

template <class T> inline constexpr bool is_atomic_float = std::is_floating_point_v<T>;
template <class T> inline constexpr bool is_atomic_integer = std::is_integral_v<T>;
template <> inline constexpr bool is_atomic_integer<bool> = false;
#ifdef __SIZEOF_INT128__
template <> struct AtomicBits<16> {
  __extension__ using type = unsigned __int128;
};
__extension__ template <> inline constexpr bool is_atomic_integer<__int128> = true;
__extension__ template <> inline constexpr bool is_atomic_integer<unsigned __int128> = true;
#endif
// What the C++23 names are for, where the compiler has it; the library does not count it as floating-point.
#if defined(__FLT16_MAX__) &&                                                                                \
    (defined(__clang__) || defined(__x86_64__) || __GNUC__ >= 13) // not g++ 12 on aarch64
__extension__ template <> inline constexpr bool is_atomic_float<_Float16> = true;
#endif
#if defined(__BFLT16_MAX__) ||                                                                               \
    (defined(__clang__) && __clang_major__ >= 15 && (defined(__KCC__) || defined(__SSE2__)))
__extension__ template <> inline constexpr bool is_atomic_float<__bf16> = true;
#endif

} // namespace detail

/// Atomic operations on an object that is not atomic itself, like std::atomic_ref, plus C++26's fetch_max and
/// fetch_min and CUDA's wrapping operations. T is trivially copyable and has 1, 2, 4, 8 or 16 bytes: integers
/// and `_Float16`, `__bf16`, float and double have arithmetic, pointers have addition, all other types have
/// load, store, exchange and compare_exchange. The object must outlive the reference and be aligned to
/// `required_alignment`. No operation throws.
///
/// For 16 bytes, load and store need sm_70 and all other operations sm_90; on the CPU device they use
/// `cmpxchg16b`.
///
/// `fetch_add` on a float in global memory may flush subnormal numbers to zero (PTX ISA, "atom"). Comparisons
/// are bitwise and include padding. fetch_max and fetch_min of floating-point numbers prefer a number to a
/// NaN, like std::fmax.
template <class T, scope Scope = scope::system> class atomic_ref {
  using Bits = typename detail::AtomicBits<sizeof(T)>::type;
  static_assert(std::is_trivially_copyable_v<T> && !std::is_void_v<Bits>,
                "kcc::atomic_ref is for trivially copyable types of 1, 2, 4, 8 or 16 bytes");
  static constexpr bool is_float = detail::is_atomic_float<T>;
  static constexpr bool is_integer = detail::is_atomic_integer<T>;
  static constexpr bool is_number = is_float || is_integer;
  static constexpr bool adds = is_number || std::is_pointer_v<T>;
  static constexpr bool wraps = is_integer && std::is_unsigned_v<T> && sizeof(T) <= 8;

  // Classes and unions are accessed as integers, which may alias them.
  using AliasingBits [[gnu::may_alias]] = Bits;
  using Word = std::conditional_t<std::is_class_v<T> || std::is_union_v<T>, AliasingBits, T>;

  template <class U> struct difference {
    using type = U;
  };
  template <class U> struct difference<U *> {
    using type = std::ptrdiff_t;
  };

public:
  using value_type = T;
  using difference_type = typename difference<T>::type; ///< meaningless where there is no fetch_add
  static constexpr bool is_always_lock_free = true;
  /// In bytes; the address of the object must be a multiple of it.
  static constexpr std::size_t required_alignment = alignof(T) < sizeof(T) ? sizeof(T) : alignof(T);

  /// Refers to \p object, which must outlive the reference.
  explicit atomic_ref(T &object) noexcept : pointer(&object) {}
  atomic_ref(const atomic_ref &) noexcept = default;
  atomic_ref &operator=(const atomic_ref &) = delete;

  /// Always true: the CPU device and GPUs have instructions for every T that compiles.
  bool is_lock_free() const noexcept { return true; }

  /// Returns the value. \p order is relaxed, consume, acquire or seq_cst.
  T load(std::memory_order order = std::memory_order_seq_cst) const noexcept {
    Word value;
    __atomic_load(KCC_SCOPED(pointer), &value, static_cast<int>(order));
    return __builtin_bit_cast(T, value);
  }
  /// load(), sequentially consistent.
  operator T() const noexcept { return load(); }

  /// Stores \p value. \p order is relaxed, release or seq_cst.
  void store(T value, std::memory_order order = std::memory_order_seq_cst) const noexcept {
    Word word = __builtin_bit_cast(Word, value);
    __atomic_store(KCC_SCOPED(pointer), &word, static_cast<int>(order));
  }
  /// store(), sequentially consistent; returns \p value.
  T operator=(T value) const noexcept {
    store(value);
    return value;
  }

  /// Stores \p value and returns what was there.
  T exchange(T value, std::memory_order order = std::memory_order_seq_cst) const noexcept {
    Word word = __builtin_bit_cast(Word, value), old;
    __atomic_exchange(KCC_SCOPED(pointer), &word, &old, static_cast<int>(order));
    return __builtin_bit_cast(T, old);
  }

  /// If the object equals \p expected, stores \p desired and returns true; else loads the object into \p
  /// expected and returns false. \p failure is relaxed, consume, acquire or seq_cst.
  bool compare_exchange_strong(T &expected, T desired, std::memory_order success,
                               std::memory_order failure) const noexcept {
    Word seen = __builtin_bit_cast(Word, expected), word = __builtin_bit_cast(Word, desired);
    if (__atomic_compare_exchange(KCC_SCOPED(pointer), &seen, &word, false, static_cast<int>(success),
                                  static_cast<int>(failure)))
      return true;
    expected = __builtin_bit_cast(T, seen);
    return false;
  }
  /// The same; on failure it does not release.
  bool compare_exchange_strong(T &expected, T desired,
                               std::memory_order order = std::memory_order_seq_cst) const noexcept {
    return compare_exchange_strong(expected, desired, order, order_of_failure(order));
  }
  /// The same, but may fail even if the object equals \p expected: for loops.
  bool compare_exchange_weak(T &expected, T desired, std::memory_order success,
                             std::memory_order failure) const noexcept {
    Word seen = __builtin_bit_cast(Word, expected), word = __builtin_bit_cast(Word, desired);
    if (__atomic_compare_exchange(KCC_SCOPED(pointer), &seen, &word, true, static_cast<int>(success),
                                  static_cast<int>(failure)))
      return true;
    expected = __builtin_bit_cast(T, seen);
    return false;
  }
  /// The same; on failure it does not release.
  bool compare_exchange_weak(T &expected, T desired,
                             std::memory_order order = std::memory_order_seq_cst) const noexcept {
    return compare_exchange_weak(expected, desired, order, order_of_failure(order));
  }

  /// Adds \p value, for a pointer in elements, and returns the previous value, as all fetch functions do.
  /// Integers wrap.
  T fetch_add(difference_type value, std::memory_order order = std::memory_order_seq_cst) const noexcept
    requires adds
  {
    if constexpr (std::is_pointer_v<T>)
      return __atomic_fetch_add(KCC_SCOPED(pointer), bytes(value), static_cast<int>(order));
#ifndef __clang__
    else if constexpr (is_float)
      return update([value](T old) { return old + value; }, order);
#endif
    else
      return __atomic_fetch_add(KCC_SCOPED(pointer), value, static_cast<int>(order));
  }
  /// Subtracts \p value, for a pointer in elements. Integers wrap.
  T fetch_sub(difference_type value, std::memory_order order = std::memory_order_seq_cst) const noexcept
    requires adds
  {
    if constexpr (std::is_pointer_v<T>)
      return __atomic_fetch_sub(KCC_SCOPED(pointer), bytes(value), static_cast<int>(order));
#ifndef __clang__
    else if constexpr (is_float)
      return update([value](T old) { return old - value; }, order);
#endif
    else
      return __atomic_fetch_sub(KCC_SCOPED(pointer), value, static_cast<int>(order));
  }
  /// Bitwise and with \p value.
  T fetch_and(T value, std::memory_order order = std::memory_order_seq_cst) const noexcept
    requires is_integer
  {
    return __atomic_fetch_and(KCC_SCOPED(pointer), value, static_cast<int>(order));
  }
  /// Bitwise or with \p value.
  T fetch_or(T value, std::memory_order order = std::memory_order_seq_cst) const noexcept
    requires is_integer
  {
    return __atomic_fetch_or(KCC_SCOPED(pointer), value, static_cast<int>(order));
  }
  /// Bitwise exclusive or with \p value.
  T fetch_xor(T value, std::memory_order order = std::memory_order_seq_cst) const noexcept
    requires is_integer
  {
    return __atomic_fetch_xor(KCC_SCOPED(pointer), value, static_cast<int>(order));
  }
  /// Stores the greater of the old value and \p value.
  T fetch_max(T value, std::memory_order order = std::memory_order_seq_cst) const noexcept
    requires is_number
  {
#ifdef __clang__
    return __atomic_fetch_max(KCC_SCOPED(pointer), value, static_cast<int>(order));
#else
    return update([value](T old) { return old > value || value != value ? old : value; }, order);
#endif
  }
  /// Stores the lesser of the old value and \p value.
  T fetch_min(T value, std::memory_order order = std::memory_order_seq_cst) const noexcept
    requires is_number
  {
#ifdef __clang__
    return __atomic_fetch_min(KCC_SCOPED(pointer), value, static_cast<int>(order));
#else
    return update([value](T old) { return old < value || value != value ? old : value; }, order);
#endif
  }

  /// Increments, wrapping to 0 after \p last: the new value is `old >= last ? 0 : old + 1`. This is CUDA's
  /// atomicInc(). T is unsigned.
  T fetch_inc_wrap(T last, std::memory_order order = std::memory_order_seq_cst) const noexcept
    requires wraps
  {
#ifdef __KCC__
    return __atomic_fetch_add(KCC_SCOPED_BY(__kcc_atomic_inc_wrap, pointer), last, static_cast<int>(order));
#else
    return update([last](T old) { return old >= last ? T(0) : static_cast<T>(old + 1); }, order);
#endif
  }
  /// Decrements, wrapping to \p last below 0 and from values above \p last: the new value is `old == 0 || old
  /// > last ? last : old - 1`. This is CUDA's atomicDec(). T is unsigned.
  T fetch_dec_wrap(T last, std::memory_order order = std::memory_order_seq_cst) const noexcept
    requires wraps
  {
#ifdef __KCC__
    return __atomic_fetch_add(KCC_SCOPED_BY(__kcc_atomic_dec_wrap, pointer), last, static_cast<int>(order));
#else
    return update([last](T old) { return old == 0 || old > last ? last : static_cast<T>(old - 1); }, order);
#endif
  }

  // The operators are sequentially consistent.

  /// Adds \p value; returns the new value.
  T operator+=(difference_type value) const noexcept
    requires adds
  {
    if constexpr (is_integer)
      return __atomic_add_fetch(KCC_SCOPED(pointer), value, __ATOMIC_SEQ_CST);
    else
      return fetch_add(value) + value;
  }
  /// Subtracts \p value; returns the new value.
  T operator-=(difference_type value) const noexcept
    requires adds
  {
    if constexpr (is_integer)
      return __atomic_sub_fetch(KCC_SCOPED(pointer), value, __ATOMIC_SEQ_CST);
    else
      return fetch_sub(value) - value;
  }
  /// Bitwise and with \p value; returns the new value.
  T operator&=(T value) const noexcept
    requires is_integer
  {
    return __atomic_and_fetch(KCC_SCOPED(pointer), value, __ATOMIC_SEQ_CST);
  }
  /// Bitwise or with \p value; returns the new value.
  T operator|=(T value) const noexcept
    requires is_integer
  {
    return __atomic_or_fetch(KCC_SCOPED(pointer), value, __ATOMIC_SEQ_CST);
  }
  /// Bitwise exclusive or with \p value; returns the new value.
  T operator^=(T value) const noexcept
    requires is_integer
  {
    return __atomic_xor_fetch(KCC_SCOPED(pointer), value, __ATOMIC_SEQ_CST);
  }
  /// Adds 1, for a pointer one element; returns the new value.
  T operator++() const noexcept
    requires(adds && !is_float)
  {
    return *this += 1;
  }
  /// Subtracts 1, for a pointer one element; returns the new value.
  T operator--() const noexcept
    requires(adds && !is_float)
  {
    return *this -= 1;
  }
  /// Adds 1, for a pointer one element; returns the old value.
  T operator++(int) const noexcept
    requires(adds && !is_float)
  {
    return fetch_add(1);
  }
  /// Subtracts 1, for a pointer one element; returns the old value.
  T operator--(int) const noexcept
    requires(adds && !is_float)
  {
    return fetch_sub(1);
  }

  /// Polls, less and less often, until the value differs bitwise from \p old. The thread that changes it must
  /// be running or done: a GPU runs only as many blocks at a time as fit (and before sm_70 a thread cannot
  /// wait for another one of its own warp), the CPU device as many as it has worker threads.
  void wait(T old, std::memory_order order = std::memory_order_seq_cst) const noexcept {
    for (std::uint32_t pause = 16; __builtin_bit_cast(Bits, load(order)) == __builtin_bit_cast(Bits, old);) {
#ifdef __KCC__
      if constexpr (arch == 0 || arch >= 70)
        __kcc_yield(pause);
#endif
      pause = pause < 1024 ? 2 * pause : pause;
    }
  }
  /// Does nothing: waiting threads poll.
  void notify_one() const noexcept {}
  /// Does nothing: waiting threads poll.
  void notify_all() const noexcept {}

private:
  static constexpr std::memory_order order_of_failure(std::memory_order order) noexcept {
    return order == std::memory_order_acq_rel   ? std::memory_order_acquire
           : order == std::memory_order_release ? std::memory_order_relaxed
                                                : order;
  }

  /// The builtins take pointer differences in bytes.
  static constexpr std::ptrdiff_t bytes(std::ptrdiff_t elements) noexcept
    requires std::is_pointer_v<T>
  {
    return elements * static_cast<std::ptrdiff_t>(sizeof(std::remove_pointer_t<T>));
  }

#ifndef __KCC__
  /// For operations for which the host's compiler has no builtin.
  template <class Function> T update(Function function, std::memory_order order) const noexcept {
    T old = load(std::memory_order_relaxed);
    while (!compare_exchange_weak(old, static_cast<T>(function(old)), order, std::memory_order_relaxed)) {
    }
    return old;
  }
#endif

  T *pointer;
};

} // namespace kcc

#undef KCC_SCOPED
#undef KCC_SCOPED_BY

#endif
