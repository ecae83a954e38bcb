// What the compiler replaces by instructions that the lanes of a warp execute together. `mask` names the
// lanes that take part, the calling one among them; all of them make the same call. Users call <kcc/warp.h>.
#ifndef KCC_DEVICE_BUILTINS_WARP_H
#define KCC_DEVICE_BUILTINS_WARP_H

#include "builtins.h"

extern "C" {

/// Waits for the lanes of the mask; what they wrote is visible to each other then.
KCC_CONVERGENT void __kcc_sync_warp(std::uint32_t mask) noexcept;
/// The lanes that execute this call together.
KCC_CONVERGENT std::uint32_t __kcc_warp_active_mask() noexcept;

/// 1 if `predicate` is 1 in some lane, else 0. A predicate is 0 or 1.
KCC_CONVERGENT std::uint32_t __kcc_warp_any(std::uint32_t mask, std::uint32_t predicate) noexcept;
/// 1 if `predicate` is 0 in no lane, else 0. A predicate is 0 or 1.
KCC_CONVERGENT std::uint32_t __kcc_warp_all(std::uint32_t mask, std::uint32_t predicate) noexcept;
/// 1 if `predicate` is the same in all lanes, else 0. A predicate is 0 or 1.
KCC_CONVERGENT std::uint32_t __kcc_warp_uniform(std::uint32_t mask, std::uint32_t predicate) noexcept;
/// The lanes whose predicate is 1. A predicate is 0 or 1.
KCC_CONVERGENT std::uint32_t __kcc_warp_ballot(std::uint32_t mask, std::uint32_t predicate) noexcept;

/// The lanes that give the same value.
KCC_CONVERGENT std::uint32_t __kcc_warp_match_any_32(std::uint32_t mask, std::uint32_t value) noexcept;
/// The lanes that give the same value.
KCC_CONVERGENT std::uint32_t __kcc_warp_match_any_64(std::uint32_t mask, std::uint64_t value) noexcept;
/// The lanes if all give the same value, else 0.
KCC_CONVERGENT std::uint32_t __kcc_warp_match_all_32(std::uint32_t mask, std::uint32_t value) noexcept;
/// The lanes if all give the same value, else 0.
KCC_CONVERGENT std::uint32_t __kcc_warp_match_all_64(std::uint32_t mask, std::uint64_t value) noexcept;

// PTX's `shfl.sync`, by its operands. Bit 32 of the result says that the source was in range.

/// Takes the value of a lane by its number.
KCC_CONVERGENT std::uint64_t __kcc_warp_shuffle(std::uint32_t mask, std::uint32_t value, std::uint32_t lane,
                                                std::uint32_t clamp) noexcept;
/// Takes the value of the lane that many below.
KCC_CONVERGENT std::uint64_t __kcc_warp_shuffle_up(std::uint32_t mask, std::uint32_t value,
                                                   std::uint32_t lane, std::uint32_t clamp) noexcept;
/// Takes the value of the lane that many above.
KCC_CONVERGENT std::uint64_t __kcc_warp_shuffle_down(std::uint32_t mask, std::uint32_t value,
                                                     std::uint32_t lane, std::uint32_t clamp) noexcept;
/// Takes the value of the lane whose number differs in these bits.
KCC_CONVERGENT std::uint64_t __kcc_warp_shuffle_xor(std::uint32_t mask, std::uint32_t value,
                                                    std::uint32_t lane, std::uint32_t clamp) noexcept;

// The operation over the values of all lanes: `redux.sync`.

/// The sum.
KCC_CONVERGENT std::uint32_t __kcc_warp_reduce_add(std::uint32_t value, std::uint32_t mask) noexcept;
/// All bits set in every value.
KCC_CONVERGENT std::uint32_t __kcc_warp_reduce_and(std::uint32_t value, std::uint32_t mask) noexcept;
/// All bits set in some value.
KCC_CONVERGENT std::uint32_t __kcc_warp_reduce_or(std::uint32_t value, std::uint32_t mask) noexcept;
/// The parity of each bit.
KCC_CONVERGENT std::uint32_t __kcc_warp_reduce_xor(std::uint32_t value, std::uint32_t mask) noexcept;
/// The least, as signed numbers.
KCC_CONVERGENT std::uint32_t __kcc_warp_reduce_min_signed(std::uint32_t value, std::uint32_t mask) noexcept;
/// The greatest, as signed numbers.
KCC_CONVERGENT std::uint32_t __kcc_warp_reduce_max_signed(std::uint32_t value, std::uint32_t mask) noexcept;
/// The least, as unsigned numbers.
KCC_CONVERGENT std::uint32_t __kcc_warp_reduce_min_unsigned(std::uint32_t value, std::uint32_t mask) noexcept;
/// The greatest, as unsigned numbers.
KCC_CONVERGENT std::uint32_t __kcc_warp_reduce_max_unsigned(std::uint32_t value, std::uint32_t mask) noexcept;

} // extern "C"

#ifndef __KCC__
#include <kcc/host/warp.h>
#endif

#endif
