// Operations of a warp. The shuffles are in ../Builtins.cpp: they give a predicate beside the value, for
// which clang has no type.
#include <kcc/device/builtins_warp.h>

void __kcc_sync_warp(std::uint32_t mask) noexcept {
  __nvvm_bar_warp_sync(mask);
}
std::uint32_t __kcc_warp_active_mask() noexcept {
  return __nvvm_activemask();
}

std::uint32_t __kcc_warp_any(std::uint32_t mask, std::uint32_t predicate) noexcept {
  return __nvvm_vote_any_sync(mask, predicate & 1);
}
std::uint32_t __kcc_warp_all(std::uint32_t mask, std::uint32_t predicate) noexcept {
  return __nvvm_vote_all_sync(mask, predicate & 1);
}
std::uint32_t __kcc_warp_uniform(std::uint32_t mask, std::uint32_t predicate) noexcept {
  return __nvvm_vote_uni_sync(mask, predicate & 1);
}
std::uint32_t __kcc_warp_ballot(std::uint32_t mask, std::uint32_t predicate) noexcept {
  return __nvvm_vote_ballot_sync(mask, predicate & 1);
}

std::uint32_t __kcc_warp_match_any_32(std::uint32_t mask, std::uint32_t value) noexcept {
  return __nvvm_match_any_sync_i32(mask, value);
}
std::uint32_t __kcc_warp_match_any_64(std::uint32_t mask, std::uint64_t value) noexcept {
  return __nvvm_match_any_sync_i64(mask, static_cast<std::int64_t>(value));
}
std::uint32_t __kcc_warp_match_all_32(std::uint32_t mask, std::uint32_t value) noexcept {
  int is_same;
  return __nvvm_match_all_sync_i32p(mask, value, &is_same);
}
std::uint32_t __kcc_warp_match_all_64(std::uint32_t mask, std::uint64_t value) noexcept {
  int is_same;
  return __nvvm_match_all_sync_i64p(mask, static_cast<std::int64_t>(value), &is_same);
}

#define KCC_REDUCE(name, operation)                                                                          \
  std::uint32_t __kcc_warp_reduce_##name(std::uint32_t value, std::uint32_t mask) noexcept {                 \
    return static_cast<std::uint32_t>(                                                                       \
        __nvvm_redux_sync_##operation(static_cast<int>(value), static_cast<int>(mask)));                     \
  }
KCC_REDUCE(add, add)
KCC_REDUCE(and, and)
KCC_REDUCE(or, or)
KCC_REDUCE(xor, xor)
KCC_REDUCE(min_signed, min)
KCC_REDUCE(max_signed, max)
KCC_REDUCE(min_unsigned, umin)
KCC_REDUCE(max_unsigned, umax)
