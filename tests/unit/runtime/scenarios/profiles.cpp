#include "scenarios.h"

#include "../test_image.h"

#include <vector>

void scenarios::profiles(const kcc::Device &gpu) {
  kcc::Stream stream(gpu);
  kcc::Buffer<float> a(gpu, 4), sum(gpu, 4);
  const std::vector<float> numbers{1, 2, 3, 4};
  kcc::Profile profile(gpu);
  a.copy_from(stream, numbers);
  sum.fill_bytes(stream, std::byte{});
  stream.launch(test_image::add, kcc::cover(4, 4), sum, a, a);
  profile.stop();
  (void)profile.rows();
  (void)profile.unmeasured();
}

void scenarios::progresses(const kcc::Device &gpu) {
  kcc::Stream stream(gpu);
  kcc::Progress progress(gpu, 100, "testing", kcc::Progress::Show::never);
  stream.launch(test_image::nothing, {});
  (void)progress.done();
  progress.wait(stream);
}
