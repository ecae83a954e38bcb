// Tests that run on the CPU device and on a GPU of the fake driver.
#ifndef KCC_TESTS_ON_BOTH_BACKENDS_H
#define KCC_TESTS_ON_BOTH_BACKENDS_H

#include "cuda_backend_test.h"

#include <string>

class OnBothBackends : public CudaBackend, public testing::WithParamInterface<kcc::Backend> {
protected:
  OnBothBackends() : pinned_before_(fake_.pinned.size()) {}
  ~OnBothBackends() override { EXPECT_EQ(fake_.pinned.size(), pinned_before_); }
  kcc::Device device_ = GetParam() == kcc::Backend::cpu ? kcc::Device::cpu() : kcc::Device::cuda(1);

private:
  std::size_t pinned_before_; // the buffer of kernels' output stays
};

#define KCC_ON_BOTH_BACKENDS(Suite)                                                                          \
  INSTANTIATE_TEST_SUITE_P(                                                                                  \
      , Suite, testing::Values(kcc::Backend::cpu, kcc::Backend::cuda),                                       \
      [](const auto &info) { return std::string(info.param == kcc::Backend::cpu ? "Cpu" : "FakeGpu"); })

#endif
