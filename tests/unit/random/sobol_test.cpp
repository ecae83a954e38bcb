// Sobol' sequences: compares their table with the theory behind it, and their points with published ones.
#include <kcc/random.h>

#include <gtest/gtest.h>
#include <set>
#include <sstream>
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

// The lines d = 2 to 32 of Joe and Kuo's file new-joe-kuo-6.21201: d s a m_1 … m_s.
constexpr const char *joe_kuo_file = R"(2 1 0 1
3 2 1 1 3
4 3 1 1 3 1
5 3 2 1 1 1
6 4 1 1 1 3 3
7 4 4 1 3 5 13
8 5 2 1 1 5 5 17
9 5 4 1 1 5 5 5
10 5 7 1 1 7 11 19
11 5 11 1 1 5 1 1
12 5 13 1 1 1 3 11
13 5 14 1 3 5 5 31
14 6 1 1 3 3 9 7 49
15 6 13 1 1 1 15 21 21
16 6 16 1 3 1 13 27 49
17 6 19 1 1 1 15 7 5
18 6 22 1 3 1 15 13 25
19 6 25 1 1 5 5 19 61
20 7 1 1 3 7 11 23 15 103
21 7 4 1 3 7 13 13 15 69
22 7 7 1 1 3 13 7 35 63
23 7 8 1 3 5 9 1 25 53
24 7 14 1 3 1 13 9 35 107
25 7 19 1 3 1 5 27 61 31
26 7 21 1 1 5 11 19 41 61
27 7 28 1 3 5 3 3 13 69
28 7 31 1 1 7 13 1 19 1
29 7 32 1 3 7 5 13 19 59
30 7 37 1 1 3 9 25 29 41
31 7 41 1 3 5 13 23 1 55
32 7 42 1 3 7 3 13 59 17)";

TEST(Sobol, HasTheTableOfJoeAndKuo) {
  std::istringstream file(joe_kuo_file);
  for (unsigned dimension = 2; dimension <= Sobol32::dimensions; ++dimension) {
    const auto &[degree, inner, initial] = detail::sobol_dimensions[dimension - 2];
    unsigned number = 0;
    for (unsigned expected : {dimension, degree, inner}) {
      ASSERT_TRUE(file >> number);
      EXPECT_EQ(number, expected) << "dimension " << dimension;
    }
    for (unsigned i = 0; i < degree; ++i) {
      ASSERT_TRUE(file >> number);
      EXPECT_EQ(number, initial[i]) << "dimension " << dimension;
    }
  }
  EXPECT_TRUE((file >> std::ws).eof());
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

// Sobol's property A: each orthant of the halved cube contains one of the first 2^d points in d dimensions;
// equivalently, the leading bits of the first d direction numbers are a matrix of full rank. Joe and Kuo
// chose their numbers accordingly.
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
