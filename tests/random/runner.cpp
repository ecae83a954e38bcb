// Runs the programs that `run` has linked with this file.
//
//   runner DEVICE [FIRST]   runs them on cpu, cuda, vulkan or opencl, from number FIRST on
//   runner DEVICE FIRST values   prints their results instead of comparing them
//   runner devices          prints which devices there are, as "cpu,cuda"
//
// It prints a line before each program and one with its outcome after it, so that the caller knows which one
// crashed or hangs. It ends after an error, because the driver's context may be unusable then: the caller
// restarts it after the program that failed.
#include "table.h"

#include <kcc/runtime.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

/// Not defined in the program that only lists devices.
extern "C" [[gnu::weak]] const random_program::Table random_programs;

using random_program::Input;
using random_program::Program;

/// parallel.py has the same values.
static std::vector<std::uint32_t> input_words() {
  std::vector<std::uint32_t> words(64);
  for (std::uint32_t i = 0; i < words.size(); ++i)
    words[i] = (i + 1) * 2654435761u;
  return words;
}

/// The first words that differ from the expected ones; empty if there are none.
static std::string differences(const Program &program, const std::vector<std::uint64_t> &results,
                               const std::vector<std::uint32_t> &memory) {
  std::string text;
  int shown = 0, count = 0;
  for (std::size_t i = 0; i < results.size() + memory.size(); ++i) {
    const bool is_result = i < results.size();
    const std::uint64_t is = is_result ? results[i] : memory[i - results.size()];
    if (is == program.expected[i])
      continue;
    ++count;
    if (shown++ < 3) {
      std::array<char, 128> line;
      std::snprintf(line.data(), line.size(), " %s[%zu] is %#llx instead of %#llx;",
                    is_result ? "results" : "memory", is_result ? i : i - results.size(),
                    static_cast<unsigned long long>(is),
                    static_cast<unsigned long long>(program.expected[i]));
      text += line.data();
    }
  }
  return count == 0 ? "" : std::to_string(count) + " words differ:" + text;
}

static std::string run(const kcc::Device &device, const Program &program, bool prints) {
  kcc::Stream stream(device);
  kcc::Buffer<std::uint32_t> words(device, input_words());
  kcc::Buffer<std::uint64_t> results(device, program.results);
  kcc::Buffer<std::uint32_t> memory(device, program.memory);
  results.fill_bytes(stream, std::byte{0xcd});
  memory.fill_bytes(stream, std::byte{0});
  const Input input{{words.data(), words.data() + 32}, 0x123456789abcdef1, 12.0, -7, {100, -200, 300}, 250};
  stream.launch(*program.kernel, program.config, results.span(), memory.span(), input);
  const auto results_now = results.to_host(stream);
  if (prints) {
    std::printf("values");
    for (const std::uint64_t word : results_now)
      std::printf(" %llu", static_cast<unsigned long long>(word));
    std::printf("\n");
    return "";
  }
  return differences(program, results_now, memory.to_host(stream));
}

int main(int count, char **arguments) {
  if (count == 2 && std::strcmp(arguments[1], "devices") == 0) {
    const bool has_gpu = kcc::Device::all().front().backend() == kcc::Backend::cuda;
    std::printf("%s\n", has_gpu ? "cpu,cuda" : "cpu");
    return 0;
  }
  const random_program::Table *const table = &random_programs;
  if (count < 2 || table == nullptr) {
    std::fprintf(stderr, "usage: %s devices, or linked with programs %s cpu|cuda|vulkan|opencl [FIRST]\n",
                 arguments[0], arguments[0]);
    return 1;
  }
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  try {
    const std::string name = arguments[1];
    const kcc::Device device = name == "cpu"      ? kcc::Device::cpu()
                               : name == "vulkan" ? kcc::Device::vulkan()
                               : name == "opencl" ? kcc::Device::opencl()
                                                  : kcc::Device::cuda();
    std::printf("device %s, %s\n", device.name().c_str(), device.driver().c_str());
    for (std::size_t i = count > 2 ? std::strtoul(arguments[2], nullptr, 10) : 0; i < table->count; ++i) {
      std::printf("begin %zu\n", i);
      const std::string text = run(device, table->programs[i], count > 3);
      std::printf("%s %zu %s\n", text.empty() ? "right" : "wrong", i, text.c_str());
    }
  } catch (const kcc::Error &error) {
    std::string text = error.what();
    for (char &character : text)
      if (character == '\n')
        character = ' ';
    std::printf("error %s\n", text.c_str());
    return 2;
  }
  return 0;
}
