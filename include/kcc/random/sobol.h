// Sobol' sequences: I. Sobol', 1967, in the order of I. Antonov and V. Saleev (Gray code), with the primitive
// polynomials and initial direction numbers of S. Joe and F. Kuo, "Constructing Sobol sequences with better
// two-dimensional projections", SIAM J. Sci. Comput. 30, 2008 (their file new-joe-kuo-6), dimensions 1 to 32.
#ifndef KCC_RANDOM_SOBOL_H
#define KCC_RANDOM_SOBOL_H

#include "words.h"

namespace kcc::random {

namespace detail {

/// One dimension: the polynomial x^degree + … + 1, whose inner coefficients are the bits of `inner`, with
/// that of x^(degree - 1) first, and the initial numbers m_1, …, m_degree.
struct SobolDimension {
  unsigned degree;
  unsigned inner;
  unsigned initial[7];
};

/// Dimensions 2, 3, …; the first dimension is van der Corput's sequence.
inline constexpr SobolDimension sobol_dimensions[] = {
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5, 1, 1}},
    {5, 13, {1, 1, 1, 3, 11}},
    {5, 14, {1, 3, 5, 5, 31}},
    {6, 1, {1, 3, 3, 9, 7, 49}},
    {6, 13, {1, 1, 1, 15, 21, 21}},
    {6, 16, {1, 3, 1, 13, 27, 49}},
    {6, 19, {1, 1, 1, 15, 7, 5}},
    {6, 22, {1, 3, 1, 15, 13, 25}},
    {6, 25, {1, 1, 5, 5, 19, 61}},
    {7, 1, {1, 3, 7, 11, 23, 15, 103}},
    {7, 4, {1, 3, 7, 13, 13, 15, 69}},
    {7, 7, {1, 1, 3, 13, 7, 35, 63}},
    {7, 8, {1, 3, 5, 9, 1, 25, 53}},
    {7, 14, {1, 3, 1, 13, 9, 35, 107}},
    {7, 19, {1, 3, 1, 5, 27, 61, 31}},
    {7, 21, {1, 1, 5, 11, 19, 41, 61}},
    {7, 28, {1, 3, 5, 3, 3, 13, 69}},
    {7, 31, {1, 1, 7, 13, 1, 19, 1}},
    {7, 32, {1, 3, 7, 5, 13, 19, 59}},
    {7, 37, {1, 1, 3, 9, 25, 29, 41}},
    {7, 41, {1, 3, 5, 13, 23, 1, 55}},
    {7, 42, {1, 3, 7, 3, 13, 59, 17}},
};
inline constexpr unsigned sobol_dimension_count = sizeof(sobol_dimensions) / sizeof(*sobol_dimensions) + 1;

template <class Word>
using SobolDirections =
    std::array<std::array<Word, std::numeric_limits<Word>::digits>, sobol_dimension_count>;

/// Bit b of the Gray code of a point's index adds directions[dimension][b], as a fraction of 2^digits.
template <class Word> constexpr SobolDirections<Word> make_sobol_directions() noexcept {
  constexpr unsigned digits = std::numeric_limits<Word>::digits;
  SobolDirections<Word> directions{};
  for (unsigned bit = 0; bit < digits; ++bit)
    directions[0][bit] = Word{1} << (digits - 1 - bit);
  for (unsigned d = 1; d < sobol_dimension_count; ++d) {
    const SobolDimension &dimension = sobol_dimensions[d - 1];
    const unsigned degree = dimension.degree;
    auto &direction = directions[d];
    for (unsigned bit = 0; bit < digits; ++bit) {
      if (bit < degree) {
        direction[bit] = Word{dimension.initial[bit]} << (digits - 1 - bit);
        continue;
      }
      direction[bit] = direction[bit - degree] ^ (direction[bit - degree] >> degree);
      for (unsigned k = 1; k < degree; ++k)
        if ((dimension.inner >> (degree - 1 - k) & 1) != 0)
          direction[bit] ^= direction[bit - k];
    }
  }
  return directions;
}

template <class Word> inline constexpr SobolDirections<Word> sobol_directions = make_sobol_directions<Word>();

} // namespace detail

/// One coordinate of the points of a Sobol' sequence, as fractions of 2^32 or 2^64; point 0, the origin,
/// comes first. A sequence is quasi-random: it fills space evenly and its numbers are not independent. So use
/// one dimension for each coordinate of a problem, take one number per point and coordinate, and transform it
/// only by inversion (UniformReal, Normal and Exponential do that; UniformInt, Poisson and Gamma reject
/// numbers).
template <class Word> class Sobol {
public:
  using result_type = Word;
  static constexpr unsigned dimensions = detail::sobol_dimension_count;

  /// Coordinate `dimension`, counted from 0 and taken modulo `dimensions`, from point `first` on.
  constexpr explicit Sobol(unsigned dimension = 0, Word first = 0) noexcept
      : dimension_(dimension % dimensions) {
    seek(first);
  }
  static constexpr result_type min() noexcept { return 0; }
  static constexpr result_type max() noexcept { return std::numeric_limits<Word>::max(); }

  constexpr result_type operator()() noexcept {
    Word point = point_;
    ++index_;
    if (index_ == 0)
      point_ = 0; // all points have been used
    else
      point_ ^=
          detail::sobol_directions<Word>[dimension_][static_cast<std::size_t>(std::countr_zero(index_))];
    return point;
  }
  /// Takes O(log index) time.
  constexpr void discard(std::uint64_t count) noexcept { seek(index_ + static_cast<Word>(count)); }

  friend constexpr bool operator==(const Sobol &, const Sobol &) noexcept = default;

private:
  constexpr void seek(Word index) noexcept {
    index_ = index;
    point_ = 0;
    Word gray = index ^ (index >> 1);
    for (std::size_t bit = 0; gray != 0; gray >>= 1, ++bit)
      if ((gray & 1) != 0)
        point_ ^= detail::sobol_directions<Word>[dimension_][bit];
  }

  Word index_ = 0, point_ = 0;
  unsigned dimension_ = 0;
};

using Sobol32 = Sobol<std::uint32_t>;
using Sobol64 = Sobol<std::uint64_t>;

} // namespace kcc::random

#endif
