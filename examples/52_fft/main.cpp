// Fourier transforms: cuFFT on a GPU, kcc's own on the CPU device.
#include "../common/example.h"

#include <kcc/fft.h>

#include <cmath>
#include <complex>
#include <vector>

namespace {

void run(const kcc::Device &device) {
  kcc::Stream stream(device);
  kcc::fft::RealPlan<float> plan(device, 4);
  kcc::Buffer<float> values(device, std::vector<float>{1, 2, 3, 4});
  kcc::Buffer<std::complex<float>> spectrum(device, plan.spectrum_size());

  plan.forward(stream, values, spectrum);
  for (std::complex<float> number : spectrum.to_host(stream))
    std::cout << number << ' '; // (10,0) (-2,2) (-2,0)
  plan.inverse(stream, spectrum, values);
  std::cout << values.to_host(stream)[0] / 4 << '\n'; // 1
  example::expect(std::abs(values.to_host(stream)[3] - 4 * 4) < 1e-4f,
                  "there and back is four times as much");

  // A wave along the rows of each of three pictures.
  const kcc::fft::Shape shape{8, 16};
  kcc::fft::ComplexPlan<double> planes(device, shape, 3);
  std::vector<std::complex<double>> waves(3 * shape.size());
  for (std::size_t i = 0; i < waves.size(); ++i)
    waves[i] = std::polar(1.0, 2 * M_PI * static_cast<double>(i % 16) * 5 / 16);
  kcc::Buffer<std::complex<double>> pictures(device, waves);
  planes.forward(stream, pictures, pictures);
  const auto spectra = pictures.to_host(stream);
  example::expect(std::abs(spectra[5] - 128.0) < 1e-9 && std::abs(spectra[6]) < 1e-9,
                  "one frequency in two dimensions");
}

} // namespace

int main(int argc, char **argv) {
  return example::run(argc, argv, run);
}
