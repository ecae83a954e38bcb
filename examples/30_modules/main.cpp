// Kernels from a file that is loaded at run time: PTX for GPUs, a shared object for the CPU device.
#include "../common/example.h"

#include <filesystem>
#include <vector>

namespace {

void run(const kcc::Device &device) {
  // The build puts the files next to the program.
  const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  const auto file = folder / (device.backend() == kcc::Backend::cpu ? "scale.so" : "scale.ptx");

  const kcc::Module module = kcc::Module::load_file(device, file);
  kcc::Stream stream(device);
  kcc::Buffer<float> x(device, std::vector<float>{1, 2, 3});
  stream.launch(module.kernel("scale"), kcc::cover(3, 128), x, 2.0f);
  example::expect(x.to_host(stream) == std::vector<float>{2, 4, 6}, "a kernel was found by its name");

  const kcc::ModuleKernel kernel = module.kernel("scale");
  std::string refusal;
  try {
    stream.launch(kernel, kcc::cover(3, 128), x, 2); // an integer
  } catch (const kcc::Error &error) {
    refusal = error.what();
  }
  std::cout << refusal << "\n";
  example::expect(!refusal.empty(), "arguments are checked against the file's manifest");

  if (device.backend() == kcc::Backend::cuda) {
    auto tuned = kcc::Module::load_file(device, file, {.jit = {.max_registers = 64, .verbose = true}});
    std::cout << tuned.log(); // registers and spills of each kernel
    example::expect(tuned.log().find("registers") != std::string::npos,
                    "the driver's compiler told what it did");
  }
}

} // namespace

int main(int argc, char **argv) {
  return example::run(argc, argv, run);
}
