// Has the driver of this machine's GPU compile each PTX file that is named: load_ptx FILE...
// Prints what it refuses and a count; the status is 1 if it refused any, 77 where there is no GPU.
#include <kcc/runtime.h>

#include <cstdio>
#include <optional>

int main(int count, char **arguments) {
  std::optional<kcc::Device> device;
  try {
    device = kcc::Device::cuda();
  } catch (const kcc::Error &error) {
    std::printf("SKIPPED: %s\n", error.what());
    return 77;
  }
  int refused = 0;
  for (int i = 1; i < count; ++i) {
    try {
      kcc::Module::load_file(*device, arguments[i]);
    } catch (const kcc::Error &error) {
      std::printf("%s\n", error.what());
      ++refused;
    }
  }
  std::printf("%d PTX files loaded, %d refused\n", count - 1 - refused, refused);
  return refused != 0;
}
