// Fourier transforms on the CPU device, of any size, computed in double.
#ifndef KCC_LIBRARIES_FFT_CPU_FFT_H
#define KCC_LIBRARIES_FFT_CPU_FFT_H

#include <complex>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace kcc::fft::cpu {

using Complex = std::complex<double>;

/// Transforms of one length. May be used by several threads at once.
class Line {
public:
  explicit Line(std::size_t length);

  std::size_t length() const noexcept { return length_; }
  /// Complex numbers that transform() needs besides the data.
  std::size_t scratch() const noexcept;
  /// Replaces \p data by its transform; does not scale.
  void transform(Complex *data, Complex *scratch, bool forward) const;

private:
  void mixed_radix(Complex *data, Complex *scratch, bool forward) const;
  void bluestein(Complex *data, Complex *scratch, bool forward) const;

  std::size_t length_;
  std::vector<std::size_t> radices_; ///< whose product is the length; empty: Bluestein's algorithm
  std::vector<Complex> roots_;       ///< exp(-2πi k / length)
  // Bluestein: the transform as a convolution with a chirp, by transforms of a power of two.
  std::unique_ptr<Line> convolution_;
  std::vector<Complex> chirp_;          ///< exp(-πi k² / length)
  std::vector<Complex> chirp_spectrum_; ///< of the conjugate chirp, divided by the convolution's length
};

/// Transforms one dimension of a row-major array in place, on several threads.
void transform_dimension(std::span<Complex> array, std::span<const std::size_t> extents,
                         std::size_t dimension, const Line &line, bool forward);

} // namespace kcc::fft::cpu

#endif
