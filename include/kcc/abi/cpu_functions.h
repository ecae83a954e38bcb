// The runtime's functions that code for the CPU device calls: the builtins for which the processor has no
// instruction. The builtin `__kcc_x` becomes a call of `kcc_cpu_x`.
#ifndef KCC_ABI_CPU_FUNCTIONS_H
#define KCC_ABI_CPU_FUNCTIONS_H

#include <kcc/abi/cpu_code.h>

#include <cstdint>

extern "C" {
/// The running thread of the CPU device; the runtime sets it before a kernel's code runs.
extern thread_local constinit kcc::abi::CpuThread *kcc_cpu_thread;

/// sync_threads(): returns when every thread of the block that has not exited has called it. Only called by
/// kernels whose manifest has "uses_barrier".
void kcc_cpu_sync_threads();

/// Which memory an address is in, for the running thread.
bool kcc_cpu_is_global(const void *place);
bool kcc_cpu_is_shared(const void *place);
bool kcc_cpu_is_constant(const void *place);
bool kcc_cpu_is_local(const void *place);

/// malloc and free for kernels. Null if the total would exceed Device::set_heap_bytes().
void *kcc_cpu_malloc(std::size_t bytes);
void kcc_cpu_free(void *memory);

/// Lets the other threads of the block run; returns when each of them has had its turn. For polling.
/// `nanoseconds` is how long a GPU would sleep. Only called by kernels whose manifest has "uses_barrier".
void kcc_cpu_yield(std::uint32_t nanoseconds);

// The functions of include/kcc/device/sync.h and include/kcc/barrier.h, named after their builtins.
// Predicates are zero or nonzero. All of them are only called by kernels whose manifest has "uses_barrier".
std::uint32_t kcc_cpu_sync_threads_count(std::uint32_t truth);
std::uint32_t kcc_cpu_sync_threads_and(std::uint32_t truth);
std::uint32_t kcc_cpu_sync_threads_or(std::uint32_t truth);
void kcc_cpu_named_barrier_sync(std::uint32_t id, std::uint32_t threads);
void kcc_cpu_named_barrier_arrive(std::uint32_t id, std::uint32_t threads);
void kcc_cpu_sync_grid();
void kcc_cpu_sync_cluster();
void *kcc_cpu_cluster_shared(void *mine, std::uint32_t rank);
void kcc_cpu_barrier_init(std::uint64_t *barrier, std::uint32_t expected);
std::uint64_t kcc_cpu_barrier_arrive(std::uint64_t *barrier);
std::uint64_t kcc_cpu_barrier_arrive_early(std::uint64_t *barrier, std::uint32_t count);
std::uint64_t kcc_cpu_barrier_arrive_drop(std::uint64_t *barrier);
std::uint32_t kcc_cpu_barrier_test(std::uint64_t *barrier, std::uint64_t phase);
void kcc_cpu_barrier_wait(std::uint64_t *barrier, std::uint64_t phase);
void kcc_cpu_barrier_wait_parity(std::uint64_t *barrier, std::uint32_t parity);
/// <kcc/async_copy.h>: the copy is complete on return.
void kcc_cpu_bulk_copy(void *shared, std::uint64_t *barrier, const void *global, std::uint32_t bytes);

// Operations of a warp, which is 32 threads of a block with consecutive ranks. Each returns when all lanes of
// `mask` that have not exited have called it with the same mask. A lane that calls something else, or is not
// in its own mask, ends the grid with an error. Only called by kernels whose manifest has "uses_barrier". The
// corresponding functions of <kcc/warp.h> document what each computes.
std::uint32_t kcc_cpu_warp_any(std::uint32_t mask, std::uint32_t predicate);
std::uint32_t kcc_cpu_warp_all(std::uint32_t mask, std::uint32_t predicate);
std::uint32_t kcc_cpu_warp_uniform(std::uint32_t mask, std::uint32_t predicate);
std::uint32_t kcc_cpu_warp_ballot(std::uint32_t mask, std::uint32_t predicate);
std::uint32_t kcc_cpu_warp_match_any_32(std::uint32_t mask, std::uint32_t value);
std::uint32_t kcc_cpu_warp_match_any_64(std::uint32_t mask, std::uint64_t value);
std::uint32_t kcc_cpu_warp_match_all_32(std::uint32_t mask, std::uint32_t value);
std::uint32_t kcc_cpu_warp_match_all_64(std::uint32_t mask, std::uint64_t value);
std::uint32_t kcc_cpu_warp_reduce_add(std::uint32_t value, std::uint32_t mask);
std::uint32_t kcc_cpu_warp_reduce_and(std::uint32_t value, std::uint32_t mask);
std::uint32_t kcc_cpu_warp_reduce_or(std::uint32_t value, std::uint32_t mask);
std::uint32_t kcc_cpu_warp_reduce_xor(std::uint32_t value, std::uint32_t mask);
std::uint32_t kcc_cpu_warp_reduce_min_signed(std::uint32_t value, std::uint32_t mask);
std::uint32_t kcc_cpu_warp_reduce_max_signed(std::uint32_t value, std::uint32_t mask);
std::uint32_t kcc_cpu_warp_reduce_min_unsigned(std::uint32_t value, std::uint32_t mask);
std::uint32_t kcc_cpu_warp_reduce_max_unsigned(std::uint32_t value, std::uint32_t mask);
/// Operands like those of PTX's `shfl.sync`; bit 32 of the result says whether the source lane was in range.
std::uint64_t kcc_cpu_warp_shuffle(std::uint32_t mask, std::uint32_t value, std::uint32_t lane,
                                   std::uint32_t clamp);
std::uint64_t kcc_cpu_warp_shuffle_up(std::uint32_t mask, std::uint32_t value, std::uint32_t lane,
                                      std::uint32_t clamp);
std::uint64_t kcc_cpu_warp_shuffle_down(std::uint32_t mask, std::uint32_t value, std::uint32_t lane,
                                        std::uint32_t clamp);
std::uint64_t kcc_cpu_warp_shuffle_xor(std::uint32_t mask, std::uint32_t value, std::uint32_t lane,
                                       std::uint32_t clamp);
void kcc_cpu_sync_warp(std::uint32_t mask);
/// The lanes that call this together. The callers have frame pointers, up to CpuKernel::run_thread.
std::uint32_t kcc_cpu_warp_active_mask();

/// A trap in a kernel: ends the grid and becomes a kcc::Error on the stream. Does not return.
[[noreturn]] void kcc_cpu_trap();

/// Starts a record of this abi::RecordKind. Returns its position, for the next two functions.
std::uint64_t kcc_cpu_print_begin(std::uint32_t kind, std::uint32_t payload_bytes);
/// Copies bytes into the record's payload.
void kcc_cpu_print_put(std::uint64_t place, std::uint32_t offset, const void *from, std::uint32_t bytes);
/// Completes the record. After a failure record, kcc_cpu_trap() follows.
void kcc_cpu_print_end(std::uint64_t place, std::uint32_t payload_bytes);

// See device/clock.h and device/special_registers.h.
std::uint32_t kcc_cpu_clock();
std::uint64_t kcc_cpu_clock64();
std::uint64_t kcc_cpu_global_timer();
void kcc_cpu_nanosleep(std::uint32_t nanoseconds);
std::uint32_t kcc_cpu_sm_id();
std::uint32_t kcc_cpu_sm_count();
std::uint64_t kcc_cpu_grid_id();

/// Stops in a debugger if one is attached to the process.
void kcc_cpu_breakpoint();
}

#endif
