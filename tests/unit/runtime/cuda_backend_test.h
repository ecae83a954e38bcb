// Common parts of the CUDA backend's tests: three GPUs of the fake driver.
#ifndef KCC_TESTS_CUDA_BACKEND_TEST_H
#define KCC_TESTS_CUDA_BACKEND_TEST_H

#include "fake_cuda.h"
#include "test_image.h"

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

/// The value of an argument that the fake driver received.
template <class T> T value_of(const std::vector<std::byte> &bytes) {
  T value;
  EXPECT_EQ(bytes.size(), sizeof value);
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

class CudaBackend : public testing::Test {
protected:
  CudaBackend() {
    unsetenv("KCC_DEVICE");
    (void)kcc::Device::all();
    fake_.reset();
    fake_.parameter_bytes = {
        {"add_entry", {16, 16, 16}}, {"store_entry", {8, 2, 8, 1, 4, 4}}, {"bare", {8, 16, 4}}};
  }
  ~CudaBackend() override {
    fake_.reset();
    EXPECT_EQ(fake_.alive(), 0u);
  }
  fake_cuda::State &fake_ = fake_cuda::state();
  kcc::Device gpu_ = kcc::Device::cuda(1);
};

#endif
