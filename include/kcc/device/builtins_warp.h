// The functions that the compiler replaces with instructions that the lanes of a warp execute together.
// `mask` contains the participating lanes, including the calling one; all of them make the same call. Users
// call <kcc/warp.h>.
#ifndef KCC_DEVICE_BUILTINS_WARP_H
#define KCC_DEVICE_BUILTINS_WARP_H

#include "builtins.h"

extern "C" {

/// Waits for the lanes of the mask and makes their writes visible to each other.
KCC_BUILTIN(KCC_CONVERGENT void __kcc_sync_warp(std::uint32_t mask), "kcc::sync_warp()")
/// Lanes that execute this call together.
KCC_BUILTIN(KCC_CONVERGENT std::uint32_t __kcc_warp_active_mask(), "kcc::warp::active_mask()")

/// 1 if `predicate` is 1 in some lane, else 0. A predicate is 0 or 1.
KCC_BUILTIN(KCC_CONVERGENT std::uint32_t __kcc_warp_any(std::uint32_t mask, std::uint32_t predicate),
            "kcc::warp::any()")
/// 1 if `predicate` is 0 in no lane, else 0. A predicate is 0 or 1.
KCC_BUILTIN(KCC_CONVERGENT std::uint32_t __kcc_warp_all(std::uint32_t mask, std::uint32_t predicate),
            "kcc::warp::all()")
/// 1 if `predicate` is the same in all lanes, else 0. A predicate is 0 or 1.
KCC_BUILTIN(KCC_CONVERGENT std::uint32_t __kcc_warp_uniform(std::uint32_t mask, std::uint32_t predicate),
            "kcc::warp::uniform()")
/// The lanes whose predicate is 1. A predicate is 0 or 1.
KCC_BUILTIN(KCC_CONVERGENT std::uint32_t __kcc_warp_ballot(std::uint32_t mask, std::uint32_t predicate),
            "kcc::warp::ballot()")

/// The lanes that pass the same value.
KCC_BUILTIN(KCC_CONVERGENT std::uint32_t __kcc_warp_match_any_32(std::uint32_t mask, std::uint32_t value),
            "kcc::warp::match_any()")
/// The lanes that pass the same value.
KCC_BUILTIN(KCC_CONVERGENT std::uint32_t __kcc_warp_match_any_64(std::uint32_t mask, std::uint64_t value),
            "kcc::warp::match_any()")
/// The mask if all lanes pass the same value, else 0.
KCC_BUILTIN(KCC_CONVERGENT std::uint32_t __kcc_warp_match_all_32(std::uint32_t mask, std::uint32_t value),
            "kcc::warp::match_all()")
/// The mask if all lanes pass the same value, else 0.
KCC_BUILTIN(KCC_CONVERGENT std::uint32_t __kcc_warp_match_all_64(std::uint32_t mask, std::uint64_t value),
            "kcc::warp::match_all()")

// PTX's `shfl.sync`, with its operands. Bit 32 of the result says whether the source lane was in range.

/// Reads the value of lane `lane`.
KCC_BUILTIN(KCC_CONVERGENT std::uint64_t __kcc_warp_shuffle(std::uint32_t mask, std::uint32_t value,
                                                            std::uint32_t lane, std::uint32_t clamp),
            "kcc::warp::shuffle()")
/// Reads the value of the lane that is `lane` below.
KCC_BUILTIN(KCC_CONVERGENT std::uint64_t __kcc_warp_shuffle_up(std::uint32_t mask, std::uint32_t value,
                                                               std::uint32_t lane, std::uint32_t clamp),
            "kcc::warp::shuffle_up()")
/// Reads the value of the lane that is `lane` above.
KCC_BUILTIN(KCC_CONVERGENT std::uint64_t __kcc_warp_shuffle_down(std::uint32_t mask, std::uint32_t value,
                                                                 std::uint32_t lane, std::uint32_t clamp),
            "kcc::warp::shuffle_down()")
/// Reads the value of the lane whose number differs in the bits of `lane`.
KCC_BUILTIN(KCC_CONVERGENT std::uint64_t __kcc_warp_shuffle_xor(std::uint32_t mask, std::uint32_t value,
                                                                std::uint32_t lane, std::uint32_t clamp),
            "kcc::warp::shuffle_xor()")

// An operation over the values of all lanes: `redux.sync`.

/// The sum.
KCC_BUILTIN(KCC_CONVERGENT std::uint32_t __kcc_warp_reduce_add(std::uint32_t value, std::uint32_t mask),
            "kcc::warp::reduce()")
/// The bits set in every value.
KCC_BUILTIN(KCC_CONVERGENT std::uint32_t __kcc_warp_reduce_and(std::uint32_t value, std::uint32_t mask),
            "kcc::warp::reduce()")
/// The bits set in any value.
KCC_BUILTIN(KCC_CONVERGENT std::uint32_t __kcc_warp_reduce_or(std::uint32_t value, std::uint32_t mask),
            "kcc::warp::reduce()")
/// The parity of each bit.
KCC_BUILTIN(KCC_CONVERGENT std::uint32_t __kcc_warp_reduce_xor(std::uint32_t value, std::uint32_t mask),
            "kcc::warp::reduce()")
/// The minimum, as signed numbers.
KCC_BUILTIN(KCC_CONVERGENT std::uint32_t __kcc_warp_reduce_min_signed(std::uint32_t value,
                                                                      std::uint32_t mask),
            "kcc::warp::reduce()")
/// The maximum, as signed numbers.
KCC_BUILTIN(KCC_CONVERGENT std::uint32_t __kcc_warp_reduce_max_signed(std::uint32_t value,
                                                                      std::uint32_t mask),
            "kcc::warp::reduce()")
/// The minimum, as unsigned numbers.
KCC_BUILTIN(KCC_CONVERGENT std::uint32_t __kcc_warp_reduce_min_unsigned(std::uint32_t value,
                                                                        std::uint32_t mask),
            "kcc::warp::reduce()")
/// The maximum, as unsigned numbers.
KCC_BUILTIN(KCC_CONVERGENT std::uint32_t __kcc_warp_reduce_max_unsigned(std::uint32_t value,
                                                                        std::uint32_t mask),
            "kcc::warp::reduce()")

} // extern "C"

#endif
