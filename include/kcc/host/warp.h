// The warp's builtins on the host, where there are no warps (builtins.h).
#ifndef KCC_HOST_WARP_H
#define KCC_HOST_WARP_H

#include "builtins.h"

extern "C" {

KCC_HOST_FAILS(void, __kcc_sync_warp, (std::uint32_t), "kcc::sync_warp()")
KCC_HOST_FAILS(std::uint32_t, __kcc_warp_active_mask, (), "kcc::warp::active_mask()")

#define KCC_HOST_VOTE(builtin, value, function)                                                              \
  KCC_HOST_FAILS(std::uint32_t, __kcc_warp_##builtin, (std::uint32_t, value), "kcc::warp::" function "()")
KCC_HOST_VOTE(any, std::uint32_t, "any")
KCC_HOST_VOTE(all, std::uint32_t, "all")
KCC_HOST_VOTE(uniform, std::uint32_t, "uniform")
KCC_HOST_VOTE(ballot, std::uint32_t, "ballot")
KCC_HOST_VOTE(match_any_32, std::uint32_t, "match_any")
KCC_HOST_VOTE(match_any_64, std::uint64_t, "match_any")
KCC_HOST_VOTE(match_all_32, std::uint32_t, "match_all")
KCC_HOST_VOTE(match_all_64, std::uint64_t, "match_all")
KCC_HOST_VOTE(reduce_add, std::uint32_t, "reduce")
KCC_HOST_VOTE(reduce_and, std::uint32_t, "reduce")
KCC_HOST_VOTE(reduce_or, std::uint32_t, "reduce")
KCC_HOST_VOTE(reduce_xor, std::uint32_t, "reduce")
KCC_HOST_VOTE(reduce_min_signed, std::uint32_t, "reduce")
KCC_HOST_VOTE(reduce_max_signed, std::uint32_t, "reduce")
KCC_HOST_VOTE(reduce_min_unsigned, std::uint32_t, "reduce")
KCC_HOST_VOTE(reduce_max_unsigned, std::uint32_t, "reduce")
#undef KCC_HOST_VOTE

#define KCC_HOST_SHUFFLE(builtin)                                                                            \
  KCC_HOST_FAILS(std::uint64_t, __kcc_warp_##builtin,                                                        \
                 (std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t), "kcc::warp::" #builtin "()")
KCC_HOST_SHUFFLE(shuffle)
KCC_HOST_SHUFFLE(shuffle_up)
KCC_HOST_SHUFFLE(shuffle_down)
KCC_HOST_SHUFFLE(shuffle_xor)
#undef KCC_HOST_SHUFFLE

} // extern "C"

#endif
