#include <gtest/gtest.h>

#include <algorithm>

#include "grid_stride_probe.h"
#include "host_grid.h"

static bool all_once(const std::vector<int> &visits) {
  return std::ranges::all_of(visits, [](int count) { return count == 1; });
}

TEST(GridStride, GivesEveryIndexToOneThread) {
  for (const std::size_t count : std::initializer_list<std::size_t>{0, 1, 5, 31, 32, 33, 1000})
    for (std::uint32_t blocks : {1u, 3u, 7u})
      for (std::uint32_t threads : {1u, 4u, 33u}) {
        std::vector<int> visits(count);
        run_grid({blocks, 1, 1}, {threads, 1, 1}, [&] { visit_share(visits); });
        EXPECT_TRUE(all_once(visits)) << count << " indices, " << blocks << " blocks of " << threads;
      }
}

TEST(GridStride, GivesNothingOfNegativeExtents) {
  int found = 0;
  run_grid({1, 1, 1}, {1, 1, 1}, [&] { found += count_negative_shares(); });
  EXPECT_EQ(found, 0);
}

TEST(GridStride, TakesEnumerators) {
  int found = 0;
  run_grid({1, 1, 1}, {1, 1, 1}, [&] { found += count_shares_of_enumerators(); });
  EXPECT_EQ(found, 3);
}

TEST(GridStride, GivesEveryPlaceToOneThread) {
  for (const std::size_t width : std::initializer_list<std::size_t>{0, 1, 7, 16, 40})
    for (const std::size_t height : std::initializer_list<std::size_t>{0, 1, 5, 16})
      for (kcc::Index3 grid : {kcc::Index3{1, 1, 1}, kcc::Index3{3, 2, 1}, kcc::Index3{1, 9, 1}})
        for (kcc::Index3 block : {kcc::Index3{1, 1, 1}, kcc::Index3{4, 3, 1}, kcc::Index3{16, 16, 1}}) {
          std::vector<int> visits(width * height);
          run_grid(grid, block, [&] { visit_share(visits, width, height); });
          EXPECT_TRUE(all_once(visits)) << width << " x " << height;
        }
}
