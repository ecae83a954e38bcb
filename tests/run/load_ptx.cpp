// Loads each given PTX file with the driver of this machine's GPU: load_ptx FILE... Prints the files that it
// rejects and a count; the exit status is 1 if it rejected any, 77 if there is no GPU. Files for newer GPUs
// are skipped and counted.
#include <kcc/runtime.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

/// The text after ".target sm_" in a PTX file: "90a".
static std::string target_of(const char *path) {
  std::ifstream file(path);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const std::string key = ".target sm_";
  const std::size_t at = text.find(key);
  if (at == std::string::npos)
    return "";
  const std::size_t begin = at + key.size();
  return text.substr(begin, text.find_first_of(", \n", begin) - begin);
}

/// PTX ISA, ".target": newer GPUs run it too, unless a suffix restricts it.
static bool runs_on(const std::string &target, const std::string &arch) {
  const int wanted = std::atoi(target.c_str()), there = std::atoi(arch.substr(sizeof("sm_") - 1).c_str());
  return target.find_first_not_of("0123456789") == std::string::npos ? wanted <= there : wanted == there;
}

int main(int count, char **arguments) {
  std::optional<kcc::Device> device;
  try {
    device = kcc::Device::cuda();
  } catch (const kcc::Error &error) {
    std::printf("SKIPPED: %s\n", error.what());
    return 77;
  }
  int refused = 0, newer = 0;
  for (int i = 1; i < count; ++i) {
    if (!runs_on(target_of(arguments[i]), device->arch())) {
      ++newer;
      continue;
    }
    try {
      kcc::Module::load_file(*device, arguments[i]);
    } catch (const kcc::Error &error) {
      std::printf("%s\n", error.what());
      ++refused;
    }
  }
  std::printf("%d PTX files loaded, %d refused, %d for other GPUs left out\n", count - 1 - refused - newer,
              refused, newer);
  return refused != 0;
}
