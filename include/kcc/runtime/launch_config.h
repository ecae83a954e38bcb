// The number of threads in a launch and their grouping.
#ifndef KCC_RUNTIME_LAUNCH_CONFIG_H
#define KCC_RUNTIME_LAUNCH_CONFIG_H

#include <kcc/device/extent.h>
#include <kcc/runtime/launch_attributes.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace kcc {

namespace detail {
[[noreturn]] void fail_dimension(bool negative, unsigned long long magnitude);
template <Extent T> constexpr std::uint32_t to_dimension(T extent) {
  const auto number = +extent;
  const auto magnitude = static_cast<unsigned long long>(number);
  if constexpr (std::is_signed_v<decltype(number)>)
    if (number < 0)
      fail_dimension(true, 0 - magnitude);
  if (magnitude > UINT32_MAX)
    fail_dimension(false, magnitude);
  return static_cast<std::uint32_t>(number);
}
/// False, for the static_assert of a constructor that takes what is wrong.
template <class...> inline constexpr bool is_shape = false;
} // namespace detail

/// Extents in up to three dimensions. The constructor throws Error if an extent is negative or exceeds 32
/// bits.
struct Dim3 {
  std::uint32_t x = 1, y = 1, z = 1;

  constexpr Dim3() = default;
  template <detail::Extent X, detail::Extent Y = std::uint32_t, detail::Extent Z = std::uint32_t>
  constexpr Dim3(X x, Y y = 1, Z z = 1)
      : x(detail::to_dimension(x)), y(detail::to_dimension(y)), z(detail::to_dimension(z)) {}
  friend constexpr bool operator==(const Dim3 &, const Dim3 &) = default;
};

/// A number of blocks, in up to three dimensions: `kcc::Blocks(3)`, `kcc::Blocks(8, 8)`. One by default. The
/// constructors throw Error like those of Dim3.
struct Blocks : Dim3 {
  constexpr Blocks() = default;
  template <detail::Extent X, detail::Extent Y = std::uint32_t, detail::Extent Z = std::uint32_t>
  constexpr explicit Blocks(X x, Y y = 1, Z z = 1) : Dim3(x, y, z) {}
  constexpr explicit Blocks(const Dim3 &extents) : Dim3(extents) {}
  template <class... Wrong>
    requires(!std::is_base_of_v<Blocks, Wrong> && ...)
  constexpr explicit Blocks(Wrong...) {
    static_assert(detail::is_shape<Wrong...>, "kcc: kcc::Blocks takes one to three integers, or a kcc::Dim3");
  }
};

/// A number of threads in a block, in up to three dimensions: `kcc::Threads(256)`, `kcc::Threads(32, 8)`. One
/// by default. The constructors throw Error like those of Dim3.
struct Threads : Dim3 {
  constexpr Threads() = default;
  template <detail::Extent X, detail::Extent Y = std::uint32_t, detail::Extent Z = std::uint32_t>
  constexpr explicit Threads(X x, Y y = 1, Z z = 1) : Dim3(x, y, z) {}
  constexpr explicit Threads(const Dim3 &extents) : Dim3(extents) {}
  template <class... Wrong>
    requires(!std::is_base_of_v<Threads, Wrong> && ...)
  constexpr explicit Threads(Wrong...) {
    static_assert(detail::is_shape<Wrong...>,
                  "kcc: kcc::Threads takes one to three integers, or a kcc::Dim3");
  }
};

namespace detail {
/// What a LaunchConfig cannot be made of. All its members share these constructors, because a compiler
/// reports an instantiation once: `{3, 32}` is one error, not two.
struct WrongShape {
  constexpr WrongShape() = default;
  template <class... Wrong>
    requires(!std::is_base_of_v<Dim3, Wrong> && ...)
  constexpr WrongShape(Wrong...) {
    static_assert(
        is_shape<Wrong...>,
        "kcc: write the shape of a launch as {kcc::Blocks(3), kcc::Threads(32)}: the number of blocks, "
        "then the number of threads in each");
  }
  template <class Wrong = Dim3> constexpr WrongShape(const Dim3 &) {
    static_assert(
        is_shape<Wrong>,
        "kcc: write the shape of a launch as {kcc::Blocks(grid), kcc::Threads(block)}: the number of "
        "blocks, then the number of threads in each");
  }
};

/// A member of LaunchConfig: a `Unit` that is made of nothing but a `Unit`. Were it the `Unit` itself, braces
/// would find its explicit constructors, and the error would be a list of overloads.
template <class Unit> struct ShapeOf : Unit, WrongShape {
  constexpr ShapeOf() = default;
  constexpr ShapeOf(const Unit &unit) : Unit(unit) {}
#ifdef __clang__
  using WrongShape::WrongShape;
#else // g++ does not say where an inherited constructor is called
  template <class... Wrong>
    requires(!std::is_base_of_v<Unit, Wrong> && ...)
  constexpr ShapeOf(const Wrong &...wrong)
      : WrongShape(
            static_cast<const std::conditional_t<std::is_base_of_v<Dim3, Wrong>, Dim3, Wrong> &>(wrong)...) {}
#endif
};
} // namespace detail

/// The shape of one launch: `grid` blocks of `block` threads each, as in
/// `{kcc::Blocks(4), kcc::Threads(32)}` or `{.grid = kcc::Blocks(8, 8), .block = kcc::Threads(16, 16)}`;
/// `{}` is one thread. A grid with a dimension of 0 is empty, and launching it does nothing.
struct LaunchConfig {
  detail::ShapeOf<Blocks> grid{};       ///< blocks
  detail::ShapeOf<Threads> block{};     ///< threads per block
  std::size_t dynamic_shared_bytes = 0; ///< shared memory per block, in addition to the kernel's own
  /// All blocks run at the same time, so that they can wait for each other, as a kernel that calls
  /// kcc::sync_grid() requires. There can be at most Stream::max_cooperative_blocks() of them.
  bool cooperative = false;
  /// The number of blocks in a cluster, which run at the same time on neighbouring multiprocessors and can
  /// access each other's shared memory (kcc::sync_cluster). Each dimension divides that of the grid; the
  /// product is at most DeviceLimits::max_cluster_blocks.
  detail::ShapeOf<Blocks> cluster{};
  LaunchAttributes attributes{}; ///< rarely needed
};

namespace detail {
[[noreturn]] void fail_empty_block();
[[noreturn]] void fail_too_many_blocks(std::size_t count, std::uint32_t block);
constexpr std::uint32_t blocks_for(std::uint32_t extent, std::uint32_t block) {
  if (block == 0)
    fail_empty_block();
  return extent / block + (extent % block != 0 ? 1 : 0);
}
} // namespace detail

/// Enough blocks of `block` threads for `count` elements, one element per thread. The last block may have
/// excess threads, so the kernel must check its index. `count` 0 gives an empty grid. Throws Error if `block`
/// is 0 or the number of blocks exceeds 32 bits.
constexpr LaunchConfig cover(std::size_t count, std::uint32_t block) {
  if (block == 0)
    detail::fail_empty_block();
  const std::size_t blocks = count / block + (count % block != 0 ? 1 : 0);
  if (blocks > UINT32_MAX)
    detail::fail_too_many_blocks(count, block);
  return {Blocks(blocks), Threads(block)};
}

/// The same in two or three dimensions: enough blocks for `extent` elements in each dimension. Throws Error
/// if a dimension of `block` is 0.
constexpr LaunchConfig cover(Dim3 extent, Dim3 block) {
  return {Blocks(detail::blocks_for(extent.x, block.x), detail::blocks_for(extent.y, block.y),
                 detail::blocks_for(extent.z, block.z)),
          Threads(block)};
}

} // namespace kcc

#endif
