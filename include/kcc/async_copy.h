// Asynchronous copies from global to shared memory. Their completion is tracked either per thread, in groups
// (async_copy), or by a barrier (async_arrive, bulk_copy).
//
// Where the hardware lacks them, the copy is complete when the function returns, so a kernel is correct on
// every target.
#ifndef KCC_ASYNC_COPY_H
#define KCC_ASYNC_COPY_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "barrier.h"
#include "device/arch.h"
#include "device/builtins.h"
#include "device/index.h"
#include "device/sync.h"

extern "C" {

/// Starts copying 4 bytes, aligned to 4, from global to shared memory.
void __kcc_async_copy_4(void *shared, const void *global) noexcept;
/// The same for 8 bytes.
void __kcc_async_copy_8(void *shared, const void *global) noexcept;
/// The same for 16 bytes, bypassing the L1 cache.
void __kcc_async_copy_16(void *shared, const void *global) noexcept;
/// Called after a copy of `bytes` bytes, a constant, that a GPU would only have started. Only where the check
/// of races follows copies; it replaces the calls.
void __kcc_async_started(const void *shared, std::size_t bytes) noexcept;
/// Puts all copies that the thread has started since the last such call into a group.
void __kcc_async_commit() noexcept;
/// Waits until at most `groups`, a constant, of the thread's latest groups are incomplete.
void __kcc_async_wait_group(std::uint32_t groups) noexcept;
/// Waits for all copies that the thread has started.
void __kcc_async_wait_all() noexcept;
/// Arrives at the barrier when all copies that the thread has started are complete.
KCC_BUILTIN(void __kcc_async_arrive(std::uint64_t *barrier), "kcc::async_arrive()")
/// Starts a copy; the barrier's phase does not end before the copy does. Addresses and size are multiples of
/// 16.
KCC_BUILTIN(void __kcc_bulk_copy(void *shared, std::uint64_t *barrier, const void *global,
                                 std::uint32_t bytes),
            "kcc::bulk_copy()")

} // extern "C"

#ifndef __KCC__
#include <kcc/host/barrier.h>
#endif

namespace kcc {

namespace detail {

inline constexpr bool has_async_copies = arch >= 80;
/// Whether the CPU device looks for accesses that come before a GPU's copy would be complete.
#ifdef __KCC_CHECKS_RACES__
inline constexpr bool follows_async_copies = true;
#else
inline constexpr bool follows_async_copies = false;
#endif

/// The number of bytes per hardware copy for objects of this size and alignment; 0 if there is none.
constexpr std::size_t async_unit(std::size_t size, std::size_t align) noexcept {
  for (std::size_t unit : {16u, 8u, 4u})
    if (align % unit == 0 && size % unit == 0)
      return unit;
  return 0;
}

template <std::size_t unit> inline void start_copy(void *shared, const void *global) noexcept {
  if constexpr (unit == 16)
    __kcc_async_copy_16(shared, global);
  else if constexpr (unit == 8)
    __kcc_async_copy_8(shared, global);
  else
    __kcc_async_copy_4(shared, global);
}

} // namespace detail

/// Starts copying one object from global to shared memory, for the calling thread. The thread itself sees the
/// copy after async_wait() or async_wait_all(), other threads after a following sync_threads(). T's alignment
/// decides whether 16, 8 or 4 bytes are copied at a time; a T with a smaller alignment is copied
/// synchronously. sm_80 and newer have the hardware; on other targets the copy is complete on return.
template <class T> inline void async_copy(T *shared, const std::type_identity_t<T> *global) noexcept {
  static_assert(std::is_trivially_copyable_v<T>,
                "an asynchronous copy copies bytes: T must be trivially copyable");
  constexpr std::size_t unit = detail::async_unit(sizeof(T), alignof(T));
  if constexpr (detail::has_async_copies && unit != 0) {
    for (std::size_t at = 0; at < sizeof(T); at += unit)
      detail::start_copy<unit>(reinterpret_cast<std::byte *>(shared) + at,
                               reinterpret_cast<const std::byte *>(global) + at);
  } else {
    *shared = *global;
    if constexpr (detail::follows_async_copies && unit != 0)
      __kcc_async_started(shared, sizeof(T));
  }
}

/// Starts copying all elements of `global`, by the calling thread alone. `shared` must have at least as many.
template <class T, std::size_t N, std::size_t M>
inline void async_copy(std::span<T, N> shared, std::span<const T, M> global) noexcept {
  for (std::size_t i = 0; i < global.size(); ++i)
    async_copy(&shared[i], &global[i]);
}

/// Starts copying all elements of `global` by all threads of the block together: of n threads, thread i
/// copies the elements i, i + n, i + 2n, … `shared` must have at least as many elements. All threads of the
/// block must call it, and each waits for its own part.
template <class T, std::size_t N, std::size_t M>
inline void async_copy_by_block(std::span<T, N> shared, std::span<const T, M> global) noexcept {
  const std::size_t threads = block_size();
  for (std::size_t i = thread_rank(); i < global.size(); i += threads)
    async_copy(&shared[i], &global[i]);
}

/// Puts all copies that the thread has started since the last call into a group, which may be empty.
inline void async_commit() noexcept {
  if constexpr (detail::has_async_copies || detail::follows_async_copies)
    __kcc_async_commit();
}

/// Waits until at most the `pending` latest groups of the thread's copies are incomplete: async_wait<0>()
/// waits for all groups, async_wait<1>() for all but the last one.
template <unsigned pending> inline void async_wait() noexcept {
  if constexpr (detail::has_async_copies || detail::follows_async_copies)
    __kcc_async_wait_group(pending);
}

/// Waits until all copies that the thread has started are complete, in groups or not.
inline void async_wait_all() noexcept {
  if constexpr (detail::has_async_copies || detail::follows_async_copies)
    __kcc_async_wait_all();
}

/// Arrives at the barrier, once, when all copies that the thread has started are complete; does not wait.
/// Threads that wait at the barrier see the copies.
inline void async_arrive(barrier &done) noexcept {
  if constexpr (detail::has_async_copies) {
    __kcc_async_arrive(done.native_handle());
  } else {
    async_wait_all();
    (void)done.arrive();
  }
}

/// Starts copying all elements of `global` to shared memory as one piece, by the calling thread alone;
/// `done`'s phase does not end before the copy does. The thread must still arrive there itself, after this
/// call. Both addresses and the size must be multiples of 16; the copies of one phase may have at most
/// 1048575 bytes together. Earlier accesses of the block to `shared` must be ordered before this call by a
/// barrier. sm_90 and newer have the hardware; on other targets the calling thread copies, and the copy is
/// complete on return.
template <class T, std::size_t N, std::size_t M>
inline void bulk_copy(std::span<T, N> shared, std::span<const T, M> global, barrier &done) noexcept {
  static_assert(std::is_trivially_copyable_v<T>, "a bulk copy copies bytes: T must be trivially copyable");
  if constexpr (arch == 0 || arch >= 90) {
    __kcc_bulk_copy(shared.data(), done.native_handle(), global.data(),
                    static_cast<std::uint32_t>(global.size_bytes()));
  } else {
    for (std::size_t i = 0; i < global.size(); ++i)
      shared[i] = global[i];
  }
}

} // namespace kcc

#endif
