// Sobol' sequences: their table against the theory that it comes from, their points against those published.
#include <kcc/random.h>

#include <gtest/gtest.h>
#include <set>
#include <vector>

using namespace kcc::random;

namespace {

/// x^exponent modulo the polynomial over GF(2) with these bits and this degree.
unsigned power_of_x(unsigned exponent, unsigned polynomial, unsigned degree) {
  unsigned power = 1;
  for (; exponent != 0; --exponent) {
    power <<= 1;
    if ((power >> degree & 1) != 0)
      power ^= polynomial;
  }
  return power;
}

TEST(Sobol, HasAPrimitivePolynomialOfItsOwnForEachDimension) {
  std::set<unsigned> seen;
  for (const auto &[degree, inner, initial] : detail::sobol_dimensions) {
    unsigned polynomial = 1u << degree | inner << 1 | 1, order = (1u << degree) - 1;
    EXPECT_TRUE(seen.insert(polynomial).second) << polynomial;
    EXPECT_EQ(power_of_x(order, polynomial, degree), 1u) << polynomial;
    for (unsigned n = 1; n < order; ++n)
      EXPECT_NE(power_of_x(n, polynomial, degree), 1u) << polynomial;
    for (unsigned i = 0; i < 7; ++i) {
      EXPECT_EQ(initial[i] % 2, i < degree ? 1u : 0u) << polynomial;
      EXPECT_LT(initial[i], 2u << i) << polynomial;
    }
  }
}

// Sobol's property A: the first 2^d points of d dimensions have one in each of the 2^d halves' intersections,
// that is, the leading bits of the first d direction numbers are a matrix of full rank. Joe and Kuo chose
// their numbers so.
TEST(Sobol, HasPropertyAInEveryNumberOfDimensions) {
  const auto &directions = detail::sobol_directions<std::uint32_t>;
  for (unsigned d = 1; d <= Sobol32::dimensions; ++d) {
    std::vector<std::uint64_t> rows(d);
    for (unsigned dimension = 0; dimension < d; ++dimension)
      for (unsigned bit = 0; bit < d; ++bit)
        rows[dimension] |= std::uint64_t{directions[dimension][bit] >> 31} << bit;
    unsigned rank = 0;
    for (unsigned bit = 0; bit < d; ++bit) {
      unsigned pivot = rank;
      while (pivot < d && (rows[pivot] >> bit & 1) == 0)
        ++pivot;
      if (pivot == d)
        continue;
      std::swap(rows[rank], rows[pivot]);
      for (unsigned row = 0; row < d; ++row)
        if (row != rank && (rows[row] >> bit & 1) != 0)
          rows[row] ^= rows[rank];
      ++rank;
    }
    EXPECT_EQ(rank, d);
  }
}

TEST(Sobol, GivesThePublishedPoints) { // of Joe and Kuo's sobol.cc, 10 points in 3 dimensions
  const double points[10][3] = {{0, 0, 0},
                                {0.5, 0.5, 0.5},
                                {0.75, 0.25, 0.25},
                                {0.25, 0.75, 0.75},
                                {0.375, 0.375, 0.625},
                                {0.875, 0.875, 0.125},
                                {0.625, 0.125, 0.875},
                                {0.125, 0.625, 0.375},
                                {0.1875, 0.3125, 0.9375},
                                {0.6875, 0.8125, 0.4375}};
  for (unsigned dimension = 0; dimension < 3; ++dimension) {
    Sobol32 narrow(dimension);
    Sobol64 wide(dimension);
    for (const auto &point : points) {
      EXPECT_EQ(narrow() * 0x1p-32, point[dimension]);
      EXPECT_EQ(static_cast<double>(wide()) * 0x1p-64, point[dimension]);
    }
  }
}

TEST(Sobol, HasOnePointInEveryInterval) { // each dimension is a (0, 1)-sequence: aligned 2^k points fill 2^k
                                          // intervals
  for (unsigned dimension = 0; dimension < Sobol64::dimensions; ++dimension) {
    Sobol64 engine(dimension, 3 * 4096);
    std::set<std::uint64_t> intervals;
    for (int i = 0; i < 4096; ++i)
      intervals.insert(engine() >> 52);
    EXPECT_EQ(intervals.size(), 4096u) << dimension;
  }
}

TEST(Sobol, HasTheSameLeadingBitsIn32And64) {
  for (unsigned dimension = 0; dimension < Sobol32::dimensions; ++dimension) {
    Sobol32 narrow(dimension, 0x89abcdef);
    Sobol64 wide(dimension, 0x89abcdef);
    for (int i = 0; i < 100; ++i)
      EXPECT_EQ(narrow(), wide() >> 32);
  }
}

TEST(Sobol, StartsOverAfterAllPoints) {
  Sobol32 engine(5, ~0u);
  engine();
  EXPECT_EQ(engine, Sobol32(5, 0));
}

} // namespace
