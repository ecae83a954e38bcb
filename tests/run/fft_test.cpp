// kcc::fft against the definition, in double.
#include "libraries.h"

#include <kcc/fft.h>

#include <gmock/gmock.h>
#include <numbers>

namespace kcc::testing {
namespace {

using ::testing::HasSubstr;
using Extents = std::vector<std::size_t>;
using Reference = std::vector<std::complex<double>>;

std::size_t product(const Extents &extents) {
  std::size_t size = 1;
  for (const std::size_t extent : extents)
    size *= extent;
  return size;
}

fft::Shape shape_of(const Extents &extents) {
  switch (extents.size()) {
  case 1:
    return {extents[0]};
  case 2:
    return {extents[0], extents[1]};
  default:
    return {extents[0], extents[1], extents[2]};
  }
}

/// The transform of each of `batch` arrays by the definition, one dimension after another.
Reference transform(Reference array, const Extents &extents, bool forward) {
  std::size_t after = 1;
  for (std::size_t dimension = extents.size(); dimension-- > 0;) {
    const std::size_t length = extents[dimension];
    Reference roots(length);
    for (std::size_t k = 0; k < length; ++k)
      roots[k] = std::polar(1.0, (forward ? -2 : 2) * std::numbers::pi * static_cast<double>(k) /
                                     static_cast<double>(length));
    Reference result(array.size());
    for (std::size_t i = 0; i < array.size(); ++i) {
      const std::size_t k = i / after % length, start = i - k * after;
      for (std::size_t l = 0; l < length; ++l)
        result[i] += array[start + l * after] * roots[k * l % length];
    }
    array = std::move(result);
    after *= length;
  }
  return array;
}

template <class T> constexpr double epsilon = std::is_same_v<T, float> ? 0x1p-23 : 0x1p-52;

class Fft : public LibraryTest<Library::cufft> {
protected:
  template <class T> static void expect_near(T value, double expected, double bound) {
    ASSERT_NEAR(static_cast<double>(value), expected, bound);
  }
  /// Errors grow with the root of the size and its logarithm; the numbers are below 1.
  template <class T> static double bound(const Extents &extents) {
    const auto size = static_cast<double>(product(extents));
    return 8 * epsilon<T> * std::sqrt(size) * (2 + std::log2(size));
  }

  template <class T> void check_complex(const Extents &extents, std::size_t batch = 1) {
    SCOPED_TRACE(::testing::PrintToString(extents));
    using Complex = std::complex<T>;
    Numbers numbers(static_cast<std::uint32_t>(product(extents)));
    std::vector<Complex> host(product(extents) * batch);
    for (Complex &number : host)
      number = {static_cast<T>(numbers()), static_cast<T>(numbers())};
    fft::ComplexPlan<T> plan(device_, shape_of(extents), batch);
    const Buffer<Complex> from(device_, host);
    Buffer<Complex> to(device_, host.size()), in_place(device_, host);
    plan.forward(stream_, from, to);
    plan.inverse(stream_, in_place, in_place);
    const auto forward = to.to_host(stream_), inverse = in_place.to_host(stream_);
    const Reference start(host.begin(), host.end());
    const Reference expected = transform(start, extents, true),
                    expected_inverse = transform(start, extents, false);
    for (std::size_t i = 0; i < host.size(); ++i) {
      SCOPED_TRACE(i);
      expect_near(forward[i].real(), expected[i].real(), bound<T>(extents));
      expect_near(forward[i].imag(), expected[i].imag(), bound<T>(extents));
      expect_near(inverse[i].real(), expected_inverse[i].real(), bound<T>(extents));
      expect_near(inverse[i].imag(), expected_inverse[i].imag(), bound<T>(extents));
      if (HasFatalFailure())
        return;
    }
  }

  template <class T> void check_real(const Extents &extents, std::size_t batch = 1) {
    SCOPED_TRACE(::testing::PrintToString(extents));
    using Complex = std::complex<T>;
    Numbers numbers(static_cast<std::uint32_t>(product(extents)));
    const std::vector<T> host = numbers.vector<T>(product(extents) * batch);
    fft::RealPlan<T> plan(device_, shape_of(extents), batch);
    const std::size_t length = extents.back(), half = length / 2 + 1;
    ASSERT_EQ(plan.spectrum_size(), product(extents) / length * half);
    const Buffer<T> from(device_, host);
    Buffer<Complex> spectrum(device_, plan.spectrum_size() * batch);
    Buffer<T> back(device_, host.size());
    plan.forward(stream_, from, spectrum);
    const std::vector<Complex> result = spectrum.to_host(stream_);
    plan.inverse(stream_, spectrum, back);
    const std::vector<T> again = back.to_host(stream_);
    const Reference expected = transform(Reference(host.begin(), host.end()), extents, true);
    for (std::size_t i = 0; i < host.size(); ++i) {
      SCOPED_TRACE(i);
      if (i % length < half) {
        const Complex value = result[i / length * half + i % length];
        expect_near(value.real(), expected[i].real(), bound<T>(extents));
        expect_near(value.imag(), expected[i].imag(), bound<T>(extents));
      }
      const double size = static_cast<double>(product(extents));
      expect_near(again[i] / static_cast<T>(size), static_cast<double>(host[i]), bound<T>(extents));
      if (HasFatalFailure())
        return;
    }
  }
};

TEST_P(Fft, ComplexNumbersOfEveryLength) {
  for (std::size_t length = 1; length <= 70; ++length) {
    check_complex<float>({length});
    check_complex<double>({length});
  }
}

TEST_P(Fft, ComplexNumbersOfLongerLengths) {
  // Powers of two, many small factors, primes below and above the largest radix, and their squares.
  for (std::size_t length : {128, 720, 961, 1009, 1024, 1369, 2310})
    check_complex<double>({length});
}

TEST_P(Fft, RealNumbersOfEveryLength) {
  for (std::size_t length = 1; length <= 40; ++length) {
    check_real<float>({length});
    check_real<double>({length});
  }
}

TEST_P(Fft, SeveralDimensionsAndBatches) {
  check_complex<float>({4, 6});
  check_complex<double>({5, 1});
  check_complex<double>({3, 4, 5});
  check_complex<float>({7, 2, 37}, 2);
  check_complex<double>({12}, 5);
  check_real<float>({4, 6});
  check_real<double>({1, 5});
  check_real<double>({3, 4, 5});
  check_real<float>({2, 7, 6}, 3);
  check_real<double>({11}, 4);
}

TEST_P(Fft, RefusesWrongSizesAndMemory) {
  const auto message = [](auto &&work) -> std::string {
    try {
      work();
    } catch (const Error &error) {
      EXPECT_EQ(error.category(), ErrorCategory::invalid_argument);
      return error.what();
    }
    return "nothing was thrown";
  };
  fft::ComplexPlan<float> plan(device_, {2, 3}, 2);
  fft::RealPlan<float> real(device_, {2, 3});
  Buffer<std::complex<float>> twelve(device_, 12), eleven(device_, 11), four(device_, 4);
  Buffer<float> six(device_, 6);
  EXPECT_THAT(message([&] { plan.forward(stream_, twelve, eleven); }),
              HasSubstr("`to` has 11 elements, but 2 transforms of 2 x 3 take 12"));
  EXPECT_THAT(message([&] { real.forward(stream_, six, twelve); }),
              HasSubstr("kcc::fft::RealPlan::forward on"));
  EXPECT_THAT(message([&] { real.inverse(stream_, twelve, six); }),
              HasSubstr("`from` has 12 elements, but 1 transforms of 2 x 3 take 4"));
  EXPECT_THAT(message([&] {
                real.forward(stream_, std::span<const float>(reinterpret_cast<float *>(four.data()), 6),
                             four);
              }),
              HasSubstr("the same memory"));
  EXPECT_THAT(message([&] { (void)fft::Shape{2, 0}; }), HasSubstr("an extent is 0"));
  EXPECT_THAT(message([&] { fft::ComplexPlan<float>(device_, 4, 0); }), HasSubstr("the batch is 0"));
  EXPECT_THAT(
      message([&] { fft::ComplexPlan<float>(device_, {std::size_t{1} << 40, std::size_t{1} << 40}); }),
      HasSubstr("more than 2^48"));
}

KCC_FOR_EVERY_DEVICE(Fft);

} // namespace
} // namespace kcc::testing
