// <cstring> in kernels, compared with the host's.
#include "c_strings_kernels.h"
#include "devices.h"
#include "kernels/c_strings.h"

#include <kcc/runtime.h>

#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace {

using strings::Case;
using strings::Results;

class Strings : public kcc::testing::DeviceTest {};
KCC_FOR_EVERY_DEVICE(Strings);

/// Strings of few different letters, many with a common prefix, some with characters above 127.
std::vector<Case> cases() {
  std::mt19937 random(1);
  std::vector<Case> result(4000);
  for (std::size_t i = 0; i < result.size(); ++i) {
    Case &one = result[i];
    const unsigned letters = 1 + random() % 3;
    const auto fill = [&](char (&text)[64]) {
      const std::size_t length = random() % (i % 2 ? 31 : 4);
      for (std::size_t n = 0; n < length; ++n)
        text[n] = "ab\xe4"[random() % letters];
    };
    fill(one.a);
    fill(one.b);
    if (random() % 3 == 0) {
      std::memcpy(one.b, one.a, sizeof one.b);
      if (random() % 2)
        one.b[random() % 30] = 'b';
    }
    one.count = random() % 31;
    one.c = "ab\xe4"[random() % 3];
  }
  return result;
}

TEST_P(Strings, AreTheHosts) {
  const std::vector<Case> given = cases();
  kcc::Stream stream(device_);
  const kcc::Buffer<Case> device_given(device_, given);
  kcc::Buffer<Results> device_results(device_, given.size());
  stream.launch(c_strings_kernels::strings::evaluate, kcc::cover(given.size(), 64), device_given,
                device_results);
  const std::vector<Results> seen = device_results.to_host(stream);
  for (std::size_t i = 0; i < given.size(); ++i) {
    Results expected;
    strings::evaluate_case(given[i], expected);
    for (std::size_t n = 0; n < std::size(expected.values); ++n)
      ASSERT_EQ(seen[i].values[n], expected.values[n])
          << "value " << n << " of \"" << given[i].a << "\", \"" << given[i].b << "\", " << given[i].count;
    for (std::size_t n = 0; n < std::size(expected.texts); ++n)
      ASSERT_EQ(std::string(seen[i].texts[n], 64), std::string(expected.texts[n], 64))
          << "text " << n << " of \"" << given[i].a << "\", \"" << given[i].b << "\", " << given[i].count;
  }
}

} // namespace
