// The functions that compiled kernels call for warp operations.
#include "../engine/block.h"

using kcc::cpu::BlockRunner;
using kcc::cpu::WarpCall;
using kcc::cpu::WarpOperation;

static std::uint64_t run(const WarpCall &call) {
  return BlockRunner::current("an operation of a warp").run_with_warp(call);
}

#define KCC_VOTE(name, operation, value_type)                                                                \
  std::uint32_t name(std::uint32_t mask, value_type value) {                                                 \
    return static_cast<std::uint32_t>(run({WarpOperation::operation, mask, value}));                         \
  }
KCC_VOTE(kcc_cpu_warp_any, any, std::uint32_t)
KCC_VOTE(kcc_cpu_warp_all, all, std::uint32_t)
KCC_VOTE(kcc_cpu_warp_uniform, uniform, std::uint32_t)
KCC_VOTE(kcc_cpu_warp_ballot, ballot, std::uint32_t)
KCC_VOTE(kcc_cpu_warp_match_any_32, match_any, std::uint32_t)
KCC_VOTE(kcc_cpu_warp_match_any_64, match_any, std::uint64_t)
KCC_VOTE(kcc_cpu_warp_match_all_32, match_all, std::uint32_t)
KCC_VOTE(kcc_cpu_warp_match_all_64, match_all, std::uint64_t)
#undef KCC_VOTE

#define KCC_REDUCE(operation)                                                                                \
  std::uint32_t kcc_cpu_warp_##operation(std::uint32_t value, std::uint32_t mask) {                          \
    return static_cast<std::uint32_t>(run({WarpOperation::operation, mask, value}));                         \
  }
KCC_REDUCE(reduce_add)
KCC_REDUCE(reduce_and)
KCC_REDUCE(reduce_or)
KCC_REDUCE(reduce_xor)
KCC_REDUCE(reduce_min_signed)
KCC_REDUCE(reduce_max_signed)
KCC_REDUCE(reduce_min_unsigned)
KCC_REDUCE(reduce_max_unsigned)
#undef KCC_REDUCE

#define KCC_SHUFFLE(operation)                                                                               \
  std::uint64_t kcc_cpu_warp_##operation(std::uint32_t mask, std::uint32_t value, std::uint32_t lane,        \
                                         std::uint32_t clamp) {                                              \
    return run({WarpOperation::operation, mask, value, lane, clamp});                                        \
  }
KCC_SHUFFLE(shuffle)
KCC_SHUFFLE(shuffle_up)
KCC_SHUFFLE(shuffle_down)
KCC_SHUFFLE(shuffle_xor)
#undef KCC_SHUFFLE

void kcc_cpu_sync_warp(std::uint32_t mask) {
  run({WarpOperation::sync, mask});
}

std::uint32_t kcc_cpu_warp_active_mask() {
  return BlockRunner::current("kcc::warp::active_mask()").active_mask();
}
