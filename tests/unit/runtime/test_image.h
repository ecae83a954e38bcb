// An embedded image as the compiler would emit it, written by hand: manifest, PTX and code for AMD's
// GPUs for a few architectures each, and code for the CPU device.
#ifndef KCC_TESTS_TEST_IMAGE_H
#define KCC_TESTS_TEST_IMAGE_H

#include <kcc/runtime.h>

#include <cstdint>
#include <span>

namespace test_image {

struct Pixel {
  std::uint8_t r, g, b, a;
};
enum class Order : std::int32_t { up, down };

// Hidden, like in the headers that kcc makes: a program and a plug-in each use their own.
#pragma GCC visibility push(hidden)
extern const kcc::abi::Image image;

/// sum[i] = a[i] + b[i] for i < sum.size()
inline constexpr kcc::Kernel<std::span<float>, std::span<const float>, std::span<const float>> add{
    &image, "test_image::add", "add_entry"};
/// out[0] = index as given, out[1] = factor, out[2] = flag, out[3] = order, out[4] = pixel.r, by one thread
inline constexpr kcc::Kernel<double *, std::uint16_t, double, bool, Order, Pixel> store{
    &image, "test_image::store", "store_entry"};
/// Traps in the thread with this index.
inline constexpr kcc::Kernel<std::uint32_t> trap{&image, "test_image::trap", "trap_entry"};
/// At most 64 threads; reverses the block's part of `values` through dynamic shared memory.
inline constexpr kcc::Kernel<std::span<int>> reverse{&image, "test_image::reverse", "reverse_entry"};
/// No parameters, does nothing.
inline constexpr kcc::Kernel<> nothing{&image, "test_image::nothing", "nothing_entry"};
/// Its initial value is 1.5 on the CPU device.
inline constexpr kcc::Global<double> scale{&image, "test_image::scale", "scale_symbol"};
/// In the manifest, but not in the code.
inline constexpr kcc::Global<double> missing{&image, "test_image::missing", "missing_symbol"};

/// No parameters; waits at a grid-wide barrier.
inline constexpr kcc::Kernel<> meet{&image, "test_image::meet", "meet_entry"};
/// Does nothing; [[kcc::no_alias]].
inline constexpr kcc::Kernel<std::span<float>, std::span<const float>, std::span<const float, 2>> disjoint{
    &image, "test_image::disjoint", "disjoint_entry"};

#pragma GCC visibility pop

} // namespace test_image

#endif
