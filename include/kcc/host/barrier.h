// Barriers in shared memory and asynchronous copies, on the host (builtins.h). A barrier has no meaning
// there; a copy is done immediately.
#ifndef KCC_HOST_BARRIER_H
#define KCC_HOST_BARRIER_H

#include "builtins.h"

extern "C" {

KCC_HOST_FAILS(void, __kcc_barrier_init, (std::uint64_t *, std::uint32_t), "kcc::barrier::init()")
KCC_HOST_FAILS(std::uint64_t, __kcc_barrier_arrive, (std::uint64_t *), "kcc::barrier::arrive()")
KCC_HOST_FAILS(std::uint64_t, __kcc_barrier_arrive_early, (std::uint64_t *, std::uint32_t),
               "kcc::barrier::arrive()")
KCC_HOST_FAILS(std::uint64_t, __kcc_barrier_arrive_drop, (std::uint64_t *), "kcc::barrier::arrive_and_drop()")
KCC_HOST_FAILS(std::uint32_t, __kcc_barrier_test, (std::uint64_t *, std::uint64_t),
               "kcc::barrier::try_wait()")
KCC_HOST_FAILS(std::uint32_t, __kcc_barrier_try_wait, (std::uint64_t *, std::uint64_t),
               "kcc::barrier::try_wait()")
KCC_HOST_FAILS(void, __kcc_barrier_wait, (std::uint64_t *, std::uint64_t), "kcc::barrier::wait()")
KCC_HOST_FAILS(void, __kcc_barrier_wait_parity, (std::uint64_t *, std::uint32_t),
               "kcc::barrier::wait_parity()")
KCC_HOST_FAILS(std::uint32_t, __kcc_barrier_try_wait_parity, (std::uint64_t *, std::uint32_t),
               "kcc::barrier::wait_parity()")

inline void *__kcc_atomic_at_scope(void *pointer, int) noexcept {
  return pointer;
}

inline void __kcc_async_copy_4(void *shared, const void *global) noexcept {
  std::memcpy(shared, global, 4);
}
inline void __kcc_async_copy_8(void *shared, const void *global) noexcept {
  std::memcpy(shared, global, 8);
}
inline void __kcc_async_copy_16(void *shared, const void *global) noexcept {
  std::memcpy(shared, global, 16);
}
inline void __kcc_async_commit() noexcept {}
inline void __kcc_async_wait_group(std::uint32_t) noexcept {}
inline void __kcc_async_wait_all() noexcept {}
KCC_HOST_FAILS(void, __kcc_async_arrive, (std::uint64_t *), "kcc::async_arrive()")
KCC_HOST_FAILS(void, __kcc_bulk_copy, (void *, std::uint64_t *, const void *, std::uint32_t),
               "kcc::bulk_copy()")

} // extern "C"

#endif
