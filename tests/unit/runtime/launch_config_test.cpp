#include "expect_error.h"

#include <kcc/runtime/launch_config.h>

namespace {

using kcc::cover;
using kcc::Dim3;

static_assert(cover(1000, 256).grid == Dim3{4, 1, 1} && cover(1000, 256).block == Dim3{256, 1, 1});
static_assert(cover(1024, 256).grid.x == 4 && cover(1025, 256).grid.x == 5 && cover(1, 256).grid.x == 1);
static_assert(cover(0, 256).grid.x == 0);
static_assert(cover({1920, 1081}, {32, 8}).grid == Dim3{60, 136, 1});
static_assert(cover({5, 0, 7}, {2, 2, 2}).grid == Dim3{3, 0, 4});

TEST(Cover, GoesUpToTheLargestGrid) {
  EXPECT_EQ(cover(std::size_t{UINT32_MAX} * 2, 2).grid.x, UINT32_MAX);
  EXPECT_EQ(cover({UINT32_MAX, 1}, {2, 1}).grid.x, 1u << 31);
}

TEST(Cover, RefusesWhatNoGridCovers) {
  EXPECT_ERROR(cover(10, 0), "kcc::cover", "0 threads");
  EXPECT_ERROR(cover({10, 10}, {8, 0}), "kcc::cover", "0 threads");
  EXPECT_ERROR(cover(std::size_t{UINT32_MAX} * 2 + 1, 2), "8589934591 elements", "blocks of 2", "4294967295");
}

} // namespace
