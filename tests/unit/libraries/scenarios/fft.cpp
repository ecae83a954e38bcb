#include "scenarios.h"

#include <kcc/fft.h>

namespace {

template <class T> void transforms(kcc::Stream &stream) {
  const kcc::Device &gpu = stream.device();
  kcc::fft::ComplexPlan<T> complex(gpu, {2, 3});
  kcc::fft::RealPlan<T> real(gpu, 4, 2);
  kcc::Buffer<std::complex<T>> numbers(gpu, 6);
  kcc::Buffer<T> values(gpu, 8);
  numbers.fill_bytes(stream, std::byte{});
  values.fill_bytes(stream, std::byte{});
  complex.forward(stream, numbers, numbers);
  complex.inverse(stream, numbers, numbers);
  real.forward(stream, values, numbers);
  real.inverse(stream, numbers, values);
}

} // namespace

void library_scenarios::fft(const kcc::Device &gpu) {
  kcc::Stream stream(gpu);
  transforms<float>(stream);
  transforms<double>(stream);
  stream.synchronize();
}
