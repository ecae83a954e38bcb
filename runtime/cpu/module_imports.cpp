#include "module_imports.h"

#include <kcc/abi/cpu_checks.h>
#include <kcc/abi/cpu_functions.h>
#include <kcc/abi/cpu_module.h>

#include <algorithm>
#include <array>

extern "C" {
float __truncsfhf2(float);
float __truncdfhf2(double);
float __truncsfbf2(float);
float __truncdfbf2(double);
float __extendhfsf2(float);
}

namespace kcc::cpu {

namespace {

abi::CpuThread **running_thread() {
  return &kcc_cpu_thread;
}

// X(name): all functions of abi/cpu_functions.h and abi/cpu_checks.h, and those that LLVM calls
// (half_precision.cpp).
#define KCC_IMPORTS(X)                                                                                       \
  X(kcc_check_access)                                                                                        \
  X(kcc_check_allocated)                                                                                     \
  X(kcc_check_atomic_done)                                                                                   \
  X(kcc_check_barrier)                                                                                       \
  X(kcc_check_block)                                                                                         \
  X(kcc_check_bypass)                                                                                        \
  X(kcc_check_callee)                                                                                        \
  X(kcc_check_conversion)                                                                                    \
  X(kcc_check_copies_awaited)                                                                                \
  X(kcc_check_copies_committed)                                                                              \
  X(kcc_check_copy)                                                                                          \
  X(kcc_check_copy_started)                                                                                  \
  X(kcc_check_endless)                                                                                       \
  X(kcc_check_enter)                                                                                         \
  X(kcc_check_exchanged)                                                                                     \
  X(kcc_check_fence)                                                                                         \
  X(kcc_check_functions)                                                                                     \
  X(kcc_check_instance)                                                                                      \
  X(kcc_check_integers)                                                                                      \
  X(kcc_check_leave)                                                                                         \
  X(kcc_check_local)                                                                                         \
  X(kcc_check_nan)                                                                                           \
  X(kcc_check_lanes)                                                                                         \
  X(kcc_check_passed_barrier)                                                                                \
  X(kcc_check_race_at)                                                                                       \
  X(kcc_check_race_lanes)                                                                                    \
  X(kcc_check_race_row)                                                                                      \
  X(kcc_check_range)                                                                                         \
  X(kcc_check_reach)                                                                                         \
  X(kcc_check_shared)                                                                                        \
  X(kcc_check_table)                                                                                         \
  X(kcc_check_written)                                                                                       \
  X(kcc_cpu_barrier_arrive)                                                                                  \
  X(kcc_cpu_barrier_arrive_drop)                                                                             \
  X(kcc_cpu_barrier_arrive_early)                                                                            \
  X(kcc_cpu_barrier_init)                                                                                    \
  X(kcc_cpu_barrier_test)                                                                                    \
  X(kcc_cpu_barrier_wait)                                                                                    \
  X(kcc_cpu_barrier_wait_parity)                                                                             \
  X(kcc_cpu_breakpoint)                                                                                      \
  X(kcc_cpu_bulk_copy)                                                                                       \
  X(kcc_cpu_clock)                                                                                           \
  X(kcc_cpu_clock64)                                                                                         \
  X(kcc_cpu_cluster_shared)                                                                                  \
  X(kcc_cpu_free)                                                                                            \
  X(kcc_cpu_global_timer)                                                                                    \
  X(kcc_cpu_grid_id)                                                                                         \
  X(kcc_cpu_is_constant)                                                                                     \
  X(kcc_cpu_is_global)                                                                                       \
  X(kcc_cpu_is_local)                                                                                        \
  X(kcc_cpu_is_shared)                                                                                       \
  X(kcc_cpu_malloc)                                                                                          \
  X(kcc_cpu_named_barrier_arrive)                                                                            \
  X(kcc_cpu_named_barrier_sync)                                                                              \
  X(kcc_cpu_nanosleep)                                                                                       \
  X(kcc_cpu_print_begin)                                                                                     \
  X(kcc_cpu_print_end)                                                                                       \
  X(kcc_cpu_print_put)                                                                                       \
  X(kcc_cpu_sm_count)                                                                                        \
  X(kcc_cpu_sm_id)                                                                                           \
  X(kcc_cpu_sync_cluster)                                                                                    \
  X(kcc_cpu_sync_grid)                                                                                       \
  X(kcc_cpu_sync_threads)                                                                                    \
  X(kcc_cpu_sync_threads_and)                                                                                \
  X(kcc_cpu_sync_threads_count)                                                                              \
  X(kcc_cpu_sync_threads_or)                                                                                 \
  X(kcc_cpu_sync_warp)                                                                                       \
  X(kcc_cpu_trap)                                                                                            \
  X(kcc_cpu_warp_active_mask)                                                                                \
  X(kcc_cpu_warp_all)                                                                                        \
  X(kcc_cpu_warp_any)                                                                                        \
  X(kcc_cpu_warp_ballot)                                                                                     \
  X(kcc_cpu_warp_match_all_32)                                                                               \
  X(kcc_cpu_warp_match_all_64)                                                                               \
  X(kcc_cpu_warp_match_any_32)                                                                               \
  X(kcc_cpu_warp_match_any_64)                                                                               \
  X(kcc_cpu_warp_reduce_add)                                                                                 \
  X(kcc_cpu_warp_reduce_and)                                                                                 \
  X(kcc_cpu_warp_reduce_max_signed)                                                                          \
  X(kcc_cpu_warp_reduce_max_unsigned)                                                                        \
  X(kcc_cpu_warp_reduce_min_signed)                                                                          \
  X(kcc_cpu_warp_reduce_min_unsigned)                                                                        \
  X(kcc_cpu_warp_reduce_or)                                                                                  \
  X(kcc_cpu_warp_reduce_xor)                                                                                 \
  X(kcc_cpu_warp_shuffle)                                                                                    \
  X(kcc_cpu_warp_shuffle_down)                                                                               \
  X(kcc_cpu_warp_shuffle_up)                                                                                 \
  X(kcc_cpu_warp_shuffle_xor)                                                                                \
  X(kcc_cpu_warp_uniform)                                                                                    \
  X(kcc_cpu_yield)                                                                                           \
  X(__truncsfhf2)                                                                                            \
  X(__truncdfhf2)                                                                                            \
  X(__truncsfbf2)                                                                                            \
  X(__truncdfbf2)                                                                                            \
  X(__extendhfsf2)

struct Import {
  std::string_view name;
  void *address;
};

const auto &imports() {
  static const auto all = std::to_array<Import>({
#define KCC_IMPORT(name) {#name, reinterpret_cast<void *>(name)},
      KCC_IMPORTS(KCC_IMPORT)
#undef KCC_IMPORT
          {abi::cpu_thread_import, reinterpret_cast<void *>(running_thread)},
  });
  return all;
}

} // namespace

void *find_import(std::string_view name) noexcept {
  const auto &all = imports();
  const auto found = std::ranges::find(all, name, &Import::name);
  return found == all.end() ? nullptr : found->address;
}

} // namespace kcc::cpu
