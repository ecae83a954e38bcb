#include "cpu_fft.h"

#include "cpu/engine/settings.h"
#include "cpu/engine/workers.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace kcc::fft::cpu {

namespace {

/// Lengths with a larger prime factor take Bluestein's algorithm.
constexpr std::size_t max_radix = 31;

/// The factors of a length, or nothing if one is too large.
std::vector<std::size_t> radices_of(std::size_t length) {
  std::vector<std::size_t> radices;
  while (length % 4 == 0) {
    radices.push_back(4);
    length /= 4;
  }
  for (std::size_t radix = 2; radix <= max_radix; ++radix)
    while (length % radix == 0) {
      radices.push_back(radix);
      length /= radix;
    }
  return length == 1 ? radices : std::vector<std::size_t>();
}

/// exp(-2πi k / n), from an angle of at most an eighth of a circle, where sin and cos lose nothing.
Complex root(std::size_t k, std::size_t n) {
  const std::size_t octant = 8 * k / n; // 0 to 7
  const auto angle = [&](std::size_t numerator) {
    return std::numbers::pi / 4 * static_cast<double>(numerator) / static_cast<double>(n);
  };
  const std::size_t rest = 8 * k - octant * n; // eighths of a step within the octant
  const double a = octant % 2 == 0 ? angle(rest) : angle(n - rest);
  const double s = std::sin(a), c = std::cos(a);
  switch (octant) {
  case 0:
    return {c, -s};
  case 1:
    return {s, -c};
  case 2:
    return {-s, -c};
  case 3:
    return {-c, -s};
  case 4:
    return {-c, s};
  case 5:
    return {-s, c};
  case 6:
    return {s, c};
  default:
    return {c, s};
  }
}

/// Multiplies without the special cases of std::complex for infinities.
Complex times(Complex a, Complex b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

} // namespace

Line::Line(std::size_t length) : length_(length), radices_(radices_of(length)) {
  if (length == 1)
    return;
  if (!radices_.empty()) {
    roots_.resize(length);
    for (std::size_t k = 0; k < length; ++k)
      roots_[k] = root(k, length);
    return;
  }
  const std::size_t size = std::bit_ceil(2 * length - 1);
  convolution_ = std::make_unique<Line>(size);
  chirp_.resize(length);
  for (std::size_t k = 0; k < length; ++k)
    chirp_[k] =
        root(static_cast<std::size_t>(static_cast<unsigned __int128>(k) * k % (2 * length)), 2 * length);
  chirp_spectrum_.resize(size);
  for (std::size_t k = 0; k < length; ++k)
    chirp_spectrum_[k] = chirp_spectrum_[(size - k) % size] =
        std::conj(chirp_[k]) / static_cast<double>(size);
  std::vector<Complex> scratch(convolution_->scratch());
  convolution_->transform(chirp_spectrum_.data(), scratch.data(), true);
}

std::size_t Line::scratch() const noexcept {
  return convolution_ ? convolution_->length() + convolution_->scratch() : length_;
}

void Line::transform(Complex *data, Complex *scratch, bool forward) const {
  if (length_ == 1)
    return;
  if (convolution_)
    bluestein(data, scratch, forward);
  else
    mixed_radix(data, scratch, forward);
}

/// Stockham's algorithm: each step does the butterflies of one radix from one array to the other, and leaves
/// the result in order.
void Line::mixed_radix(Complex *data, Complex *scratch, bool forward) const {
  Complex *from = data, *to = scratch;
  const auto root_at = [&](std::size_t index) {
    const Complex value = roots_[index % length_];
    return forward ? value : std::conj(value);
  };
  std::size_t left = length_, stride = 1;
  for (const std::size_t radix : radices_) {
    const std::size_t part = left / radix;
    Complex inner[max_radix]; // roots of the radix
    for (std::size_t k = 0; k < radix; ++k)
      inner[k] = root_at(k * (length_ / radix));
    for (std::size_t p = 0; p < part; ++p) {
      Complex outer[max_radix];
      for (std::size_t k = 0; k < radix; ++k)
        outer[k] = root_at(p * k * stride);
      for (std::size_t q = 0; q < stride; ++q) {
        const Complex *const a = from + q + stride * p;
        Complex *const b = to + q + stride * radix * p;
        const std::size_t step = stride * part;
        if (radix == 2) {
          b[0] = a[0] + a[step];
          b[stride] = times(a[0] - a[step], outer[1]);
        } else if (radix == 4) {
          const Complex even = a[0] + a[2 * step], odd = a[0] - a[2 * step];
          const Complex sum = a[step] + a[3 * step], difference = a[step] - a[3 * step];
          const Complex turned = forward ? Complex(difference.imag(), -difference.real())
                                         : Complex(-difference.imag(), difference.real());
          b[0] = even + sum;
          b[stride] = times(odd + turned, outer[1]);
          b[2 * stride] = times(even - sum, outer[2]);
          b[3 * stride] = times(odd - turned, outer[3]);
        } else {
          for (std::size_t k = 0; k < radix; ++k) {
            Complex sum = a[0];
            for (std::size_t j = 1, index = k; j < radix; ++j, index = (index + k) % radix)
              sum += times(a[j * step], inner[index]);
            b[k * stride] = times(sum, outer[k]);
          }
        }
      }
    }
    std::swap(from, to);
    left = part;
    stride *= radix;
  }
  if (from != data)
    std::copy_n(from, length_, data);
}

/// With jk = (j² + k² - (k - j)²) / 2, the transform is a convolution with a chirp, between two products with
/// it.
void Line::bluestein(Complex *data, Complex *scratch, bool forward) const {
  const std::size_t size = convolution_->length();
  Complex *const work = scratch, *const more = scratch + size;
  const auto turn = [forward](Complex value) { return forward ? value : std::conj(value); };
  for (std::size_t k = 0; k < length_; ++k)
    work[k] = times(turn(data[k]), chirp_[k]);
  std::fill(work + length_, work + size, Complex());
  convolution_->transform(work, more, true);
  for (std::size_t k = 0; k < size; ++k)
    work[k] = times(work[k], chirp_spectrum_[k]);
  convolution_->transform(work, more, false);
  for (std::size_t k = 0; k < length_; ++k) // the inverse is the conjugate of the conjugate's transform
    data[k] = turn(times(work[k], chirp_[k]));
}

void transform_dimension(std::span<Complex> array, std::span<const std::size_t> extents,
                         std::size_t dimension, const Line &line, bool forward) {
  const std::size_t length = extents[dimension];
  if (length == 1)
    return;
  std::size_t inner = 1;
  for (std::size_t i = dimension + 1; i < extents.size(); ++i)
    inner *= extents[i];
  const std::size_t lines = array.size() / length;
  constexpr std::size_t lines_at_once = 16;
  const std::size_t threads = std::clamp<std::size_t>(lines / lines_at_once, 1, kcc::cpu::thread_count());
  const std::size_t work_size = length + line.scratch();
  std::vector<Complex> works(threads * work_size); // here, because work must not throw
  std::atomic<std::size_t> next_work = 0, next_line = 0;
  kcc::cpu::run_on_workers(static_cast<unsigned>(threads - 1), [&] {
    Complex *const data = works.data() + next_work++ * work_size;
    for (std::size_t first; (first = next_line.fetch_add(lines_at_once)) < lines;)
      for (std::size_t i = first; i < std::min(first + lines_at_once, lines); ++i) {
        Complex *const start = array.data() + i / inner * inner * length + i % inner;
        for (std::size_t k = 0; k < length; ++k)
          data[k] = start[k * inner];
        line.transform(data, data + length, forward);
        for (std::size_t k = 0; k < length; ++k)
          start[k * inner] = data[k];
      }
  });
}

} // namespace kcc::fft::cpu
