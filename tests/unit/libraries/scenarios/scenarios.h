// What the tests of failing libraries run: together, these make every call of a library that kcc can make.
#ifndef KCC_TESTS_LIBRARY_SCENARIOS_H
#define KCC_TESTS_LIBRARY_SCENARIOS_H

#include <kcc/runtime/device.h>

namespace library_scenarios {

void blas(const kcc::Device &gpu);
void communicator(const kcc::Device &gpu);
void dnn(const kcc::Device &gpu);
void fft(const kcc::Device &gpu);
void rand(const kcc::Device &gpu);

struct Scenario {
  const char *name;
  void (*run)(const kcc::Device &gpu);
};

inline constexpr Scenario all[] = {
    {"Blas", blas}, {"Communicator", communicator}, {"Dnn", dnn}, {"Fft", fft}, {"Rand", rand}};

} // namespace library_scenarios

#endif
