// The progress bar: its text, and that it follows the device's counter.
#include "expect_error.h"
#include "fake_cuda.h"
#include "test_image.h"

#include "core/progress_bar.h"

#include <kcc/progress.h>
#include <kcc/runtime/progress.h>

#include <chrono>

namespace {

using kcc::Device;
using kcc::Progress;
using kcc::Stream;
using kcc::core::progress_bar;
using testing::HasSubstr;
using Seconds = std::chrono::duration<double>;

TEST(ProgressBar, ShowsPartAndTime) {
  EXPECT_EQ(progress_bar("sorting", 0, 100, Seconds(0)), "sorting [                    ]   0 %, 0:00");
  EXPECT_EQ(progress_bar("sorting", 45, 100, Seconds(90)),
            "sorting [#########           ]  45 %, 1:30, 1:50 left");
  EXPECT_EQ(progress_bar("", 100, 100, Seconds(7384)), "[####################] 100 %, 2:03:04");
  EXPECT_EQ(progress_bar("", 300, 100, Seconds(1)), "[####################] 100 %, 0:01");
  EXPECT_EQ(progress_bar("", 1, ~std::uint64_t{0}, Seconds(1e30)).substr(0, 29),
            "[                    ]   0 %,");
  EXPECT_EQ(progress_bar("read", 1234, 0, Seconds(5)), "read 1234, 0:05");
}

TEST(AddProgress, CountsAndIgnoresNull) {
  std::uint64_t count = 1;
  kcc::add_progress(&count);
  kcc::add_progress(&count, 40);
  kcc::add_progress(nullptr);
  EXPECT_EQ(count, 42u);
}

class Progresses : public testing::TestWithParam<kcc::Backend> {
protected:
  Progresses() { fake_cuda::state().reset(); }
  ~Progresses() override { fake_cuda::state().reset(); }
  const Device device_ = GetParam() == kcc::Backend::cpu ? Device::cpu() : Device::cuda(1);
};

TEST_P(Progresses, AreDrawnWhileAStreamWorks) {
  Stream stream(device_);
  Progress progress(device_, 200, "testing", Progress::Show::always);
  EXPECT_EQ(progress.done(), 0u);
  *progress.counter() = 100; // the fake driver's memory is the host's, too
  EXPECT_EQ(progress.done(), 100u);
  testing::internal::CaptureStderr();
  stream.launch(test_image::nothing, {});
  progress.wait(stream);
  const std::string drawn = testing::internal::GetCapturedStderr();
  EXPECT_THAT(drawn, HasSubstr("\rtesting [##########          ]  50 %, 0:00, 0:00 left"));
  EXPECT_EQ(drawn.back(), '\n');
}

TEST_P(Progresses, AreNotDrawnWhereNobodyLooks) {
  Stream stream(device_);
  testing::internal::CaptureStderr();
  Progress(device_, 10, "never", Progress::Show::never).wait(stream);
  Progress(device_, 10, "redirected").wait(stream);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST_P(Progresses, LetErrorsThrough) {
  Stream stream(device_);
  Progress progress(device_, 10, "failing", Progress::Show::always);
  if (GetParam() == kcc::Backend::cuda)
    fake_cuda::state().lasting_result["cuStreamQuery"] = 719;
  stream.launch(test_image::trap, {}, 0u);
  testing::internal::CaptureStderr();
  const auto error = error_of([&] { progress.wait(stream); });
  (void)testing::internal::GetCapturedStderr();
  ASSERT_TRUE(error);
  EXPECT_EQ(error->category(), kcc::ErrorCategory::kernel_failed);
}

INSTANTIATE_TEST_SUITE_P(, Progresses, testing::Values(kcc::Backend::cpu, kcc::Backend::cuda),
                         [](const auto &info) {
                           return info.param == kcc::Backend::cpu ? "Cpu" : "FakeGpu";
                         });

} // namespace
