// Runs all 2^32 floats through every one-argument function of the math library, on the GPU: the largest error
// of the float version compared with the double version, which tests compare with MPFR. Prints one row per
// function and fails if one exceeds its bound.
//
//   kcc_math_exhaustive [--step=N] [FUNCTION...]
//   kcc_math_exhaustive_reproducible [--step=N] [FUNCTION...]    with --math=reproducible
//
// --step: only every Nth float.
#include "math/functions.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string_view>
#include <vector>

int main(int count, char **arguments) {
  std::vector<std::string_view> chosen(arguments + 1, arguments + count);
  std::uint32_t step = 1;
  if (!chosen.empty() && chosen[0].starts_with("--step=")) {
    step = static_cast<std::uint32_t>(std::strtoul(arguments[1] + 7, nullptr, 10));
    chosen.erase(chosen.begin());
  }
  if (step == 0) {
    std::fprintf(stderr, "the step must be a number from 1 on\n");
    return 2;
  }
  for (std::string_view name : chosen)
    if (std::ranges::none_of(kcc::testing::math_functions(), [&](const auto &function) {
          return function.name == name && function.compare_floats;
        })) {
      std::fprintf(stderr, "there is no function %.*s of one argument\n", static_cast<int>(name.size()),
                   name.data());
      return 2;
    }
  try {
    const kcc::Device device = kcc::Device::pick();
    std::printf("device: %s\n%-14s %5s %5s %5s %9s  %-16s %9s  %7s\n", device.name().c_str(), "function",
                "CUDA's", "ours", "ULP", "error", "at", "absolute", "seconds");
    int broken = 0;
    for (const kcc::testing::MathFunction &function : kcc::testing::math_functions()) {
      if (!function.compare_floats ||
          (!chosen.empty() && std::ranges::find(chosen, function.name) == chosen.end()))
        continue;
      const auto begin = std::chrono::steady_clock::now();
      const std::vector<std::uint64_t> worst = function.compare_floats(device, 0, step);
      const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
      const auto size = [&](math_floats::Worst which) {
        return static_cast<std::uint32_t>(worst[which] >> 32);
      };
      const auto number = [&](math_floats::Worst which) {
        return static_cast<double>(std::bit_cast<float>(size(which)));
      };
      const bool right = size(math_floats::ulps) <= static_cast<std::uint32_t>(function.single.ours);
      broken += right ? 0 : 1;
      std::printf(
          "%-14s %6d %5d %5u %9.3f  %-16a %9.2e  %7.2f%s\n", function.name.data(), function.single.cuda,
          function.single.ours, size(math_floats::ulps), number(math_floats::error),
          static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(worst[math_floats::ulps]))),
          number(math_floats::absolute), seconds.count(), right ? "" : "  <- more than allowed");
      std::fflush(stdout);
    }
    std::printf(broken ? "%d functions are worse than their bounds\n"
                       : "every function is within its bound\n",
                broken);
    return broken ? 1 : 0;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "FAILED: %s\n", error.what());
    return 1;
  }
}
