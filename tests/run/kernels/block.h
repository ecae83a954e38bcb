// What the kernels of the block algorithms share with tests/run/block_test.cpp.
#ifndef KCC_TESTS_RUN_KERNELS_BLOCK_H
#define KCC_TESTS_RUN_KERNELS_BLOCK_H

#include <cstdint>

namespace block {

/// x -> a * x + b. Composition is associative but not commutative.
struct Affine {
  std::uint32_t a, b;
  friend constexpr bool operator==(const Affine &, const Affine &) = default;
};
struct Compose {
  constexpr Affine operator()(const Affine &first, const Affine &then) const noexcept {
    return {first.a * then.a, first.b * then.a + then.b};
  }
};

/// A type for which no access of 4, 8 or 16 bytes is possible.
struct Triple {
  std::uint32_t x, y, z;
  friend constexpr bool operator==(const Triple &, const Triple &) = default;
};

/// Minimum and maximum: a type and an operation for which kcc::reduce has no kernel.
struct Range {
  float least, greatest;
  friend constexpr bool operator==(const Range &, const Range &) = default;
};
struct Widen {
  constexpr Range operator()(const Range &a, const Range &b) const noexcept {
    return {b.least < a.least ? b.least : a.least, a.greatest < b.greatest ? b.greatest : a.greatest};
  }
};

/// The forms of the scan kernel.
enum class ScanForm : std::uint32_t { inclusive, exclusive, inclusive_after, exclusive_after };
/// The forms of the exchange kernel.
enum class ExchangeForm : std::uint32_t {
  blocked_to_striped,
  striped_to_blocked,
  blocked_to_warp_striped,
  warp_striped_to_blocked,
  scatter_to_blocked,
  scatter_to_striped,
  scatter_some_to_striped
};

} // namespace block

#endif
