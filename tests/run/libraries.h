// Tests of NVIDIA's libraries, on the CPU device and on the GPU. They are skipped on the GPU, with a reason,
// if the library is missing.
#ifndef KCC_TESTS_RUN_LIBRARIES_H
#define KCC_TESTS_RUN_LIBRARIES_H

#include "devices.h"

#include <kcc/libraries.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kcc::testing {

template <Library library> class LibraryTest : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (IsSkipped() || GetParam() == Backend::cpu)
      return;
    try {
      (void)library_file(library);
    } catch (const Error &error) {
      GTEST_SKIP() << error.what();
    }
  }
  Stream stream_{device_};
};

/// Numbers between -1 and 1 that every type of the tests represents exactly: multiples of 1/64.
class Numbers {
public:
  explicit Numbers(std::uint32_t seed) : state_(seed * 2654435761u + 1) {}
  double operator()() {
    state_ = state_ * 1664525 + 1013904223;
    return (static_cast<double>(state_ >> 25) - 64) / 64;
  }
  template <class T> std::vector<T> vector(std::size_t count) {
    std::vector<T> numbers(count);
    for (T &number : numbers)
      number = static_cast<T>((*this)());
    return numbers;
  }

private:
  std::uint32_t state_;
};

} // namespace kcc::testing

#endif
