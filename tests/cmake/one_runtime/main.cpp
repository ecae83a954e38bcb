#include <kcc/blas.h>
#include <kcc/fft.h>
#include <kcc/rand.h>
#include <kcc/runtime.h>

#include <dlfcn.h>

#include <iostream>
#include <sstream>
#include <vector>

int main(int count, char **files) {
  void *plugin = count == 2 ? dlopen(files[1], RTLD_NOW) : nullptr;
  if (!plugin) {
    std::cerr << dlerror() << "\n";
    return 1;
  }
  auto work = reinterpret_cast<void (*)(kcc::Stream &, kcc::Buffer<int> &)>(dlsym(plugin, "work"));
  auto fail = reinterpret_cast<void (*)(const kcc::Device &)>(dlsym(plugin, "fail"));

  kcc::Device device = kcc::Device::cpu();
  kcc::Profile profile(device); // of the one runtime, so it sees the plug-in's launch
  kcc::Stream stream(device);
  kcc::Buffer<int> values(device, std::vector<int>(32, 2));
  work(stream, values);
  std::cout << "the sum is " << values.to_host(stream)[31] << "\n";
  std::ostringstream table;
  profile.print(table);
  std::cout << (table.str().find("add_up") == std::string::npos ? "two runtimes" : "one runtime") << "\n";

  try {
    fail(device);
  } catch (const kcc::Error &error) {
    std::cout << "caught " << kcc::category_name(error.category()) << "\n";
  }

  kcc::rand::Generator generator(device, 1);
  kcc::fft::RealPlan<float> plan(device, 8);
  kcc::Buffer<float> numbers(device, 8);
  kcc::Buffer<std::complex<float>> spectrum(device, plan.spectrum_size());
  generator.uniform(stream, numbers);
  plan.forward(stream, numbers, spectrum);
  const float sum = kcc::blas::asum(stream, numbers);
  std::cout << (std::abs(spectrum.to_host(stream)[0].real() - sum) < 1e-4f ? "libraries, too" : "wrong")
            << "\n";
}
