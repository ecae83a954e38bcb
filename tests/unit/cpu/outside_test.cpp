// What reports say of accesses outside of an object of 400 bytes.
#include "../check/outside.h"

#include <gtest/gtest.h>

#include <limits>

namespace {

using kcc::check::OutsideAccess;

constexpr std::int64_t wrap = std::int64_t{1} << 32;

std::string text(std::int64_t offset, std::int64_t base = 0, std::uint64_t bytes = 4) {
  return kcc::check::text_of({offset, offset - base, bytes, 400}, "buffer #1 of 400 bytes");
}

TEST(Outside, IsBeforeOrAfterOrLeavesTheObject) {
  EXPECT_EQ(text(-4), "is 4 bytes before buffer #1 of 400 bytes");
  EXPECT_EQ(text(400), "is 0 bytes after buffer #1 of 400 bytes");
  EXPECT_EQ(text(401), "is 1 byte after buffer #1 of 400 bytes");
  EXPECT_EQ(text(396, 0, 8),
            "is 396 bytes inside buffer #1 of 400 bytes, and the access ends 4 bytes after it");
}

TEST(Outside, IndexWrappedBelowZero) {
  // Elements of 4 and of 28 bytes.
  EXPECT_EQ(text(4 * wrap - 4),
            "is 17179868780 bytes after buffer #1 of 400 bytes: the index has probably wrapped below 0 at 32 "
            "bits, and would be 4 bytes before the beginning otherwise");
  EXPECT_EQ(text(28 * wrap - 28),
            "is 120259083860 bytes after buffer #1 of 400 bytes: the index has probably wrapped below 0 at "
            "32 bits, and would be 28 bytes before the beginning otherwise");
  // p[-1] of a pointer into the middle.
  EXPECT_EQ(text(4 * wrap + 196, 200), "is 17179868980 bytes after buffer #1 of 400 bytes: the index has "
                                       "probably wrapped below 0 at 32 bits");
}

TEST(Outside, OtherDistancesAreNotOfWrappedIndices) {
  for (const std::int64_t offset : {std::int64_t{400}, wrap / 2, wrap - 70000, wrap, 4 * wrap + 4,
                                    3 * wrap / 2, std::numeric_limits<std::int64_t>::max()})
    EXPECT_EQ(text(offset), "is " + std::to_string(offset - 400) + " bytes after buffer #1 of 400 bytes");
}

TEST(Outside, AdviceIsForTheEndThatIsLeft) {
  const auto advice = [](std::int64_t offset) {
    return std::string(kcc::check::advice_for({offset, offset, 4, 400}));
  };
  EXPECT_EQ(advice(-4), "Keep the index from falling below 0");
  EXPECT_EQ(advice(4 * wrap - 4), "Keep the index from falling below 0");
  EXPECT_EQ(advice(400), "Keep the index below the number of elements");
}

} // namespace
