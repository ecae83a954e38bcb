#include <kcc/blas.h>
#include <kcc/runtime.h>

#include <iostream>
#include <vector>

int main() {
  kcc::Device device = kcc::Device::cpu();
  kcc::Stream stream(device);
  kcc::Buffer<float> sides(device, std::vector{3.0f, 4.0f});
  std::cout << "diagonal " << kcc::blas::nrm2(stream, sides) << "\n";

  kcc::fill(stream, sides, 1.5f);
  std::cout << "filled " << sides.to_host(stream)[1] << "\n";
  try {
    static_cast<void>(sides.view().part(1, 2));
  } catch (const kcc::Error &error) {
    std::cout << kcc::category_name(error.category()) << "\n";
  }
}
