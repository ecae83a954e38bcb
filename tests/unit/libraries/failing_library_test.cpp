// Libraries that fail: every call, of them and of the driver, one after another.
#include "expect_error.h"
#include "fake_cuda.h"
#include "scenarios/scenarios.h"

#include "blas/cublas_api.h"
#include "dnn/cudnn_api.h"
#include "fft/cufft_api.h"
#include "nccl/nccl_api.h"
#include "rand/curand_api.h"

#include <kcc/blas.h>
#include <kcc/dnn.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>

namespace {

using kcc::Device;
using library_scenarios::Scenario;

class FailingLibrary : public testing::TestWithParam<Scenario> {
protected:
  FailingLibrary() {
    fake_.reset();
    GetParam().run(gpu_); // initializations that happen once
    fake_.reset();
  }
  ~FailingLibrary() override { fake_.reset(); }
  const Device gpu_ = Device::cuda(1);
  fake_cuda::State &fake_ = fake_cuda::state();
};

TEST_P(FailingLibrary, EveryCallThatFailsIsAnErrorThatNamesIt) {
  constexpr int code = 14; // cuBLAS's internal error, and unknown to the driver
  std::size_t before = fake_.alive();
  for (std::size_t i = 0;; ++i) {
    fake_.reset();
    fake_.fail_call = i;
    fake_.fail_with = code;
    std::optional<kcc::Error> error;
    try {
      GetParam().run(gpu_);
    } catch (const kcc::Error &thrown) {
      error = thrown;
    }
    const bool failed = !fake_.fail_call;
    fake_.fail_call.reset();
    if (!failed) { // that was the last call
      EXPECT_FALSE(error);
      EXPECT_GT(i, 0u);
      break;
    }
    if (error) {
      EXPECT_EQ(error->code(), code) << error->what();
      EXPECT_THAT(error->what(), testing::HasSubstr("(" + fake_.failed + ")"));
    }
    // Nothing reports errors when freeing, and the library or driver keeps that one object.
    ASSERT_LE(fake_.alive(), before + !error) << "call " << i << ", " << fake_.failed;
    before = fake_.alive();
    ASSERT_NO_THROW(GetParam().run(gpu_)) << "after call " << i << ", " << fake_.failed;
    ASSERT_EQ(fake_.alive(), before);
  }
  fake_.abandon();
}

INSTANTIATE_TEST_SUITE_P(Scenarios, FailingLibrary, testing::ValuesIn(library_scenarios::all),
                         [](const auto &test) { return std::string(test.param.name); });

TEST(FailingLibraryScenarios, MakeEveryCallOfTheLibraries) {
  fake_cuda::State &fake = fake_cuda::state();
  const Device gpu = Device::cuda(1);
  fake.reset();
  for (const Scenario &scenario : library_scenarios::all)
    scenario.run(gpu);
  const std::set<std::string> made(fake.calls.begin(), fake.calls.end());
  fake.reset();
#define KCC_EXPECT_MADE(name, function, symbol, parameters)                                                  \
  EXPECT_TRUE(made.contains(#function)) << #function << " is in no scenario";
  KCC_CUBLAS_FUNCTIONS(KCC_EXPECT_MADE)
  KCC_CUBLAS_REAL_FUNCTIONS(KCC_EXPECT_MADE, float, S, s)
  KCC_CUBLAS_REAL_FUNCTIONS(KCC_EXPECT_MADE, double, D, d)
  KCC_NCCL_FUNCTIONS(KCC_EXPECT_MADE)
  KCC_CUFFT_FUNCTIONS(KCC_EXPECT_MADE)
  KCC_CURAND_FUNCTIONS(KCC_EXPECT_MADE)
#define KCC_EXPECT_CUDNN_MADE(name, function, parameters)                                                    \
  KCC_EXPECT_MADE(name, function, #function, parameters)
  KCC_CUDNN_FUNCTIONS(KCC_EXPECT_CUDNN_MADE)
}

TEST(CallsOfCudnn, MakeNoOtherCallOnceTheOperationIsPrepared) {
  fake_cuda::State &fake = fake_cuda::state();
  const Device gpu = Device::cuda(1);
  kcc::Stream stream(gpu);
  kcc::Buffer<float> x(gpu, std::vector<float>(9, 1)), y(gpu, 4);
  const kcc::dnn::Tensor input(x, {1, 1, 3, 3}), filter(x, {1, 1, 2, 2}), output(y, {1, 1, 2, 2});
  const auto convolve = [&](const kcc::dnn::Convolution &convolution) {
    fake.reset();
    kcc::dnn::convolution_forward(stream, convolution, input, filter, output);
  };
  convolve({});
  EXPECT_EQ(fake.count("cudnnConvolutionForward"), 2); // the first algorithm that is offered is refused
  convolve({});
  EXPECT_THAT(fake.calls, testing::ElementsAre("cuCtxGetCurrent", "cudnnConvolutionForward"));
  convolve({.precision = kcc::dnn::Precision::tf32}); // another operation
  EXPECT_EQ(fake.count("cudnnGetConvolutionForwardAlgorithm_v7"), 1);
}

TEST(CallsOfCublas, MakeNoOtherCallOnceThereIsAHandle) {
  fake_cuda::State &fake = fake_cuda::state();
  const Device gpu = Device::cuda(1);
  kcc::Stream stream(gpu);
  kcc::Buffer<float> x(gpu, std::vector<float>{1, 2});
  kcc::blas::scal(stream, 2, x);
  fake.reset();
  kcc::blas::scal(stream, 2, x);
  EXPECT_THAT(fake.calls, testing::ElementsAre("cuCtxGetCurrent", "cublasSscal"));
}

} // namespace
