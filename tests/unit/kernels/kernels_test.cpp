// The shipped kernels without barriers, run as ordinary C++ functions.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "../../../kernels/rgba.h"
#include "host_grid.h"

void add(std::span<float> sum, std::span<const float> a, std::span<const float> b);
void copy_bytes(std::span<std::byte> to, std::span<const std::byte> from);
void rgba2gray(std::span<std::uint8_t> gray, std::span<const Rgba> rgba);

TEST(Add, AddsEveryElement) {
  std::vector<float> a(1001), b(1001), sum(1001);
  for (std::size_t i = 0; i != a.size(); ++i) {
    a[i] = static_cast<float>(i) * 0.1f;
    b[i] = 1.0f / static_cast<float>(i + 1);
  }
  run_grid({3, 1, 1}, {32, 1, 1}, [&] { add(sum, a, b); });
  for (std::size_t i = 0; i != a.size(); ++i)
    ASSERT_EQ(sum[i], a[i] + b[i]) << i;
}

/// Copies `size` bytes at the given offsets from multiples of 16, and also checks every byte around them.
static void check_copy(std::size_t size, std::size_t to_offset, std::size_t from_offset, kcc::Index3 grid,
                       kcc::Index3 block) {
  constexpr std::size_t margin = 32;
  constexpr std::byte untouched{0xee};
  struct alignas(16) Vector {
    std::byte bytes[16];
  };
  std::vector<Vector> from_memory(size / 16 + 6), to_memory(size / 16 + 6);
  const std::span from = std::as_writable_bytes(std::span(from_memory)).subspan(margin + from_offset, size);
  const std::span all = std::as_writable_bytes(std::span(to_memory));
  std::ranges::fill(all, untouched);
  for (std::size_t i = 0; i != size; ++i)
    from[i] = static_cast<std::byte>(i * 7 % 251 % 238);
  run_grid(grid, block, [&] { copy_bytes(all.subspan(margin + to_offset, size), from); });
  for (std::size_t i = 0; i != all.size(); ++i) {
    const std::size_t at = i - margin - to_offset;
    ASSERT_EQ(all[i], at < size ? from[at] : untouched)
        << "byte " << i << " of " << size << " from offset " << from_offset << " to offset " << to_offset;
  }
}

TEST(CopyBytes, CopiesAnyLengthBetweenAnyAlignments) {
  for (std::size_t to = 0; to != 16; ++to)
    for (std::size_t from = 0; from != 16; ++from)
      for (std::size_t size = 0; size != 100; ++size)
        ASSERT_NO_FATAL_FAILURE(check_copy(size, to, from, {1, 1, 1}, {1, 1, 1}));
}

TEST(CopyBytes, CopiesWholeTilesAndWhatIsLeft) {
  for (const std::size_t to : std::initializer_list<std::size_t>{0, 3, 8})
    for (const std::size_t from : std::initializer_list<std::size_t>{0, 3, 15})
      for (const std::size_t size : std::initializer_list<std::size_t>{512, 1024, 4095, 4096, 10007})
        ASSERT_NO_FATAL_FAILURE(check_copy(size, to, from, {3, 1, 1}, {8, 1, 1}));
}

TEST(Luma, RoundsTheStandardsWeightsForEveryColour) {
  int off_by_one = 0;
  for (unsigned r = 0; r != 256; ++r)
    for (unsigned g = 0; g != 256; ++g)
      for (unsigned b = 0; b != 256; ++b) {
        const unsigned thousandths = 299 * r + 587 * g + 114 * b;
        const unsigned gray = luma(
            {static_cast<std::uint8_t>(r), static_cast<std::uint8_t>(g), static_cast<std::uint8_t>(b), 9});
        if (gray == (thousandths + 500) / 1000)
          continue;
        ++off_by_one;
        ASSERT_LE(std::abs(static_cast<int>(gray * 1000) - static_cast<int>(thousandths)), 502)
            << r << ' ' << g << ' ' << b;
      }
  EXPECT_LT(off_by_one, (1 << 24) / 500);
  EXPECT_EQ(luma({255, 255, 255, 0}), 255);
  EXPECT_EQ(luma({0, 0, 0, 255}), 0);
}

TEST(Rgba2Gray, ConvertsAnyLengthFromAnyPixelOn) {
  std::vector<Rgba> rgba(600);
  for (std::size_t i = 0; i != rgba.size(); ++i)
    rgba[i] = {static_cast<std::uint8_t>(i * 31), static_cast<std::uint8_t>(i * 17),
               static_cast<std::uint8_t>(i * 5), 255};
  for (const std::size_t first : std::initializer_list<std::size_t>{0, 1, 2, 4})
    for (const std::size_t size : std::initializer_list<std::size_t>{0, 1, 3, 4, 5, 64, 511}) {
      std::vector<std::uint8_t> gray(size + 1, 77);
      const std::span<const Rgba> part = std::span(rgba).subspan(first, size);
      run_grid({2, 1, 1}, {8, 1, 1}, [&] { rgba2gray(std::span(gray).first(size), part); });
      for (std::size_t i = 0; i != size; ++i)
        ASSERT_EQ(gray[i], luma(part[i])) << i << " of " << size << " from " << first;
      EXPECT_EQ(gray[size], 77);
    }
}
