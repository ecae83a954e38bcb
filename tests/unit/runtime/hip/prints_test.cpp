// What kernels on HIP devices print, and why they fail. The fake kernels write as those of kcc do.
#include "../ring_writer.h"
#include "hip_test.h"

#include <cstring>

namespace {

class HipPrints : public Hip {
protected:
  /// Its address is in the module's variable.
  kcc::abi::PrintControl *control() const {
    kcc::abi::PrintControl *control = nullptr;
    std::memcpy(&control, fake_.variables.at(kcc::abi::print_variable), sizeof control);
    return control;
  }
  /// The kernel's side of the ring. Its counters go on from test to test.
  RingWriter &ring() const {
    static RingWriter writer(reinterpret_cast<kcc::abi::PrintChannel *>(control()->channel),
                             control()->capacity);
    return writer;
  }
};

TEST_F(HipPrints, MessagesComeWhenAThreadWaits) {
  const kcc::Module module = kcc::Module::load(gpu_, printing::image);
  EXPECT_EQ(gpu_.output_capacity(), std::size_t{1} << 20);
  EXPECT_EQ(control()->capacity, std::uint64_t{1} << 20);
  EXPECT_ERROR(gpu_.set_output_capacity(1 << 21), "the first module that prints is loaded already");
  std::string text;
  gpu_.on_output([&](const kcc::Output &output) { text += output.text; });
  fake_.lazy = true;
  fake_.kernels["prints"] = [this](const fake_hip::Launch &) { return ring().print("printed\n") ? 0 : 999; };
  kcc::Stream stream(gpu_);
  stream.launch(module.kernel("prints"), {});
  stream.launch(module.kernel("prints"), {});
  EXPECT_EQ(text, "");
  stream.synchronize();
  EXPECT_EQ(text, "printed\nprinted\n");
  gpu_.on_output({});
}

TEST_F(HipPrints, ATrapTellsWhy) {
  const kcc::Module module = kcc::Module::load(gpu_, printing::image);
  fake_.kernels["prints"] = [this](const fake_hip::Launch &) {
    ring().write(kcc::abi::failure_place, "", kcc::abi::RecordKind::ended);
    ring().publish(kcc::abi::failure_place, "");
    return 719;
  };
  fake_.lazy = true;
  kcc::Stream stream(gpu_);
  stream.launch(module.kernel("prints"), {});
  const auto error = error_of([&] { stream.synchronize(); });
  ASSERT_TRUE(error);
  EXPECT_THAT(error->what(), testing::HasSubstr("hipErrorLaunchFailure (719): the kernel called "));
  EXPECT_THAT(error->what(), testing::HasSubstr("in block (1, 2, 3), thread (4, 5, 6)"));
  EXPECT_EQ(error->category(), kcc::ErrorCategory::kernel_failed);
  EXPECT_TRUE(error->is_sticky());
  EXPECT_ERROR(kcc::Buffer<int>(gpu_, 4), "hipErrorLaunchFailure (719): the kernel called ");
  std::memset(&reinterpret_cast<kcc::abi::PrintChannel *>(control()->channel)->failure, 0,
              sizeof(kcc::abi::PrintChannel::failure));
  // Other devices work on, and errors that do not end the device have their own text.
  EXPECT_NO_THROW(kcc::Buffer<int>(kcc::Device::hip(0), 4));
  fake_.destroyed.clear();
  fake_.next_result["hipStreamSynchronize"] = 1;
  EXPECT_ERROR(stream.synchronize(), "hipErrorInvalidValue (1): the fake HIP's text");
}

} // namespace
