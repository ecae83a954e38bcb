// Copies from global to shared memory that go on while the thread does something else: by the thread's own
// order (async_copy, in groups) or by a barrier that knows when they are done (async_arrive, bulk_copy).
//
// Where the hardware cannot, the copy is done when the function returns; the same kernel is right everywhere.
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
/// The same for 16 bytes, past the first cache.
void __kcc_async_copy_16(void *shared, const void *global) noexcept;
/// Makes what the thread has started since the last such call a group.
void __kcc_async_commit() noexcept;
/// Waits until at most so many, a constant, of the thread's last groups are under way.
void __kcc_async_wait_group(std::uint32_t groups) noexcept;
/// Waits for everything that the thread has started.
void __kcc_async_wait_all() noexcept;
/// Arrives at the barrier when everything that the thread has started is done.
void __kcc_async_arrive(std::uint64_t *barrier) noexcept;
/// Starts copying; the barrier's phase ends no sooner than the copy. 16 divides addresses and size.
void __kcc_bulk_copy(void *shared, std::uint64_t *barrier, const void *global, std::uint32_t bytes) noexcept;

} // extern "C"

#ifndef __KCC__
#include <kcc/host/barrier.h>
#endif

namespace kcc {

namespace detail {

inline constexpr bool has_async_copies = arch >= 80;

/// The bytes of one hardware copy for objects of this size and alignment; 0: none fits.
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

/// Starts copying one object from global to shared memory; the calling thread's own copy. It is done after
/// async_wait() or async_wait_all(), for the thread itself; others see it after a sync_threads() behind that.
/// T's alignment decides how: 16, 8 or 4 bytes at a time; a T aligned to less is copied at once. sm_80 and
/// newer have the hardware; elsewhere the copy is done on return.
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
  }
}

/// Starts copying all elements of `global`, by the calling thread alone. `shared` has at least as many.
template <class T, std::size_t N, std::size_t M>
inline void async_copy(std::span<T, N> shared, std::span<const T, M> global) noexcept {
  for (std::size_t i = 0; i < global.size(); ++i)
    async_copy(&shared[i], &global[i]);
}

/// Starts copying all elements of `global` by all threads of the block together: thread i copies the elements
/// i, i + n, i + 2n, … of n threads. `shared` has at least as many. All threads of the block call it, and
/// each waits for its own share.
template <class T, std::size_t N, std::size_t M>
inline void async_copy_by_block(std::span<T, N> shared, std::span<const T, M> global) noexcept {
  const std::size_t threads = block_size();
  for (std::size_t i = thread_rank(); i < global.size(); i += threads)
    async_copy(&shared[i], &global[i]);
}

/// Makes the copies that the thread has started since the last call a group; it may be empty.
inline void async_commit() noexcept {
  if constexpr (detail::has_async_copies)
    __kcc_async_commit();
}

/// Waits until at most the `pending` last groups of the thread's copies are still under way: async_wait<0>()
/// waits for all groups, async_wait<1>() for all but the last one.
template <unsigned pending> inline void async_wait() noexcept {
  if constexpr (detail::has_async_copies)
    __kcc_async_wait_group(pending);
}

/// Waits until all copies that the thread has started are done, in groups or not.
inline void async_wait_all() noexcept {
  if constexpr (detail::has_async_copies)
    __kcc_async_wait_all();
}

/// Arrives at the barrier, once, when all copies that the thread has started are done; does not wait. Who
/// waits for the barrier sees them.
inline void async_arrive(barrier &done) noexcept {
  if constexpr (detail::has_async_copies)
    __kcc_async_arrive(done.native_handle());
  else
    (void)done.arrive();
}

/// Starts copying all elements of `global` to shared memory as one piece, by the calling thread alone;
/// `done`'s phase does not end before the copy has. The thread must still arrive there itself, after this.
/// Both addresses must be multiples of 16, and so must the size, which is at most 1048575 bytes for all
/// copies of one phase. What the block did before with `shared` must be ordered before by a barrier. sm_90
/// and newer have the hardware; elsewhere the calling thread copies, and has done so on return.
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
