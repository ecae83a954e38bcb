// Streams, events, modules and memory that kcc shares with other code.
#include "expect_error.h"
#include "fake_cubin.h"
#include "on_both_backends.h"

#include <kcc/runtime.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

extern "C" int cuStreamCreateWithPriority(void **stream, unsigned flags, int priority);
extern "C" int cuStreamDestroy_v2(void *stream);
extern "C" int cuEventCreate(void **event, unsigned flags);
extern "C" int cuEventDestroy_v2(void *event);
extern "C" int cuEventRecord(void *event, void *stream);
extern "C" int cuCtxSetCurrent(void *context);

namespace {

using kcc::Buffer;
using kcc::BufferView;
using kcc::cover;
using kcc::Device;
using kcc::Event;
using kcc::Module;
using kcc::Stream;

class NativeObjects : public CudaBackend {
protected:
  NativeObjects() { gpu_.synchronize(); } // makes its context current
  ~NativeObjects() override { fake_.foreign_memory.clear(); }
  const Device cpu_ = Device::cpu();
};

TEST_F(NativeObjects, WorkGoesToAnAdoptedStream) {
  void *native = nullptr;
  cuStreamCreateWithPriority(&native, 1, -3);
  {
    Stream stream = Stream::adopt(gpu_, native);
    EXPECT_EQ(stream.native_handle(), native);
    EXPECT_EQ(stream.options(), (kcc::StreamOptions{.priority = -3}));
    stream.launch(test_image::nothing, {});
    EXPECT_EQ(fake_.launches.back().stream, native);
    Buffer<int> buffer(stream, 4);
    buffer = Buffer<int>(stream, 8); // frees in the stream's order
    EXPECT_EQ(fake_.freed_in, native);
    const Stream moved = std::move(stream);
  }
  EXPECT_EQ(fake_.streams.size(), 1u);
  cuStreamDestroy_v2(native);
}

TEST_F(NativeObjects, TheDefaultStreamsAreAdopted) {
  Stream legacy = Stream::adopt(gpu_, nullptr);
  EXPECT_EQ(legacy.native_handle(), reinterpret_cast<void *>(1));
  EXPECT_TRUE(legacy.options().synchronizes_with_default_stream);
  legacy.launch(test_image::nothing, {});
  EXPECT_EQ(fake_.launches.back().stream, reinterpret_cast<void *>(1));
  EXPECT_EQ(Stream::adopt(gpu_, reinterpret_cast<void *>(2)).native_handle(), reinterpret_cast<void *>(2));
}

TEST_F(NativeObjects, AStreamOfAnotherContextIsRefused) {
  const Device adopted = Device::adopt(fake_cuda::foreign_context(1));
  const Stream theirs(adopted);
  EXPECT_ERROR(Stream::adopt(gpu_, theirs.native_handle()), "adopting a stream of other code on device 1",
               "of another context", "kcc::Device::adopt(context)");
  EXPECT_EQ(Stream::adopt(adopted, theirs.native_handle()).native_handle(), theirs.native_handle());
  cuCtxSetCurrent(gpu_.native_context());
}

TEST_F(NativeObjects, AnAdoptedEventOrders) {
  void *native = nullptr;
  cuEventCreate(&native, 0);
  {
    Stream stream(gpu_);
    Event event = Event::adopt(gpu_, native);
    EXPECT_EQ(event.native_handle(), native);
    stream.wait(event); // other code may have recorded it
    EXPECT_EQ(fake_.count("cuStreamWaitEvent"), 1);
    event.synchronize();
    EXPECT_EQ(fake_.count("cuEventSynchronize"), 1);
    const Event begin = Event::adopt(gpu_, native);
    EXPECT_ERROR((void)Event::elapsed(begin, event), "CUDA_ERROR_INVALID_HANDLE");
    stream.record(event);
    EXPECT_EQ(Event::elapsed(begin, event).count(), 1.5);
  }
  EXPECT_EQ(fake_.events.size(), 1u);
  cuEventDestroy_v2(native);
  EXPECT_ERROR(Event::adopt(gpu_, nullptr), "adopting an event of other code", "null");
}

TEST_F(NativeObjects, AnEventThatOtherCodeRecordsIsWaitedFor) {
  Stream stream(gpu_), other(gpu_);
  Event event(gpu_);
  stream.wait(event); // nothing to wait for
  EXPECT_EQ(fake_.count("cuStreamWaitEvent"), 0);
  cuEventRecord(event.native_handle(), other.native_handle());
  stream.wait(event);
  EXPECT_EQ(fake_.count("cuStreamWaitEvent"), 1);
}

TEST_F(NativeObjects, KernelsOfAnAdoptedModuleAreLaunched) {
  const std::string cubin = fake_cubin(".entry bare() .global total");
  const Module owner = Module::load_data(gpu_, bytes_of(cubin));
  {
    const Module module = Module::adopt(gpu_, owner.native_handle());
    EXPECT_EQ(module.native_handle(), owner.native_handle());
    EXPECT_EQ(module.kernel_names(), std::vector<std::string>{"bare"});
    Stream stream(gpu_);
    Buffer<int> out(gpu_, 4);
    stream.launch(module.kernel("bare"), {}, out.data(), std::array<std::uint64_t, 2>{}, 7);
    EXPECT_EQ(value_of<int *>(fake_.launches.back().arguments[0]), out.data());
    stream.synchronize();
    stream.write(module.global<double>("total"), 2.5);
  }
  gpu_.synchronize();
  EXPECT_EQ(fake_.count("cuModuleUnload"), 0);
  EXPECT_ERROR(Module::adopt(gpu_, nullptr, {.name = "theirs"}), "adopting module `theirs`", "null");
}

TEST_F(NativeObjects, AModulesManifestIsUsed) {
  const Module owner = Module::load(gpu_, test_image::image);
  const Module module =
      Module::adopt(gpu_, owner.native_handle(), {.manifest = test_image::image.codes->manifest});
  EXPECT_THAT(module.kernel_names(), testing::Contains("test_image::add"));
  Stream stream(gpu_);
  Buffer<float> sum(gpu_, 4);
  const Buffer<float> a(gpu_, 4);
  stream.launch(module.kernel("test_image::add"), cover(4, 4), sum, a, a);
  EXPECT_ERROR(stream.launch(module.kernel("test_image::add"), cover(4, 4), sum, a, 5),
               "argument 3 (`b`) is i32");
}

TEST_F(NativeObjects, KernelsHaveHandles) {
  EXPECT_NE(kcc::native_function(gpu_, test_image::nothing), nullptr);
  const Module module = Module::load(gpu_, test_image::image);
  const auto kernel = module.kernel("test_image::nothing");
  EXPECT_EQ(kcc::native_function(gpu_, kernel),
            kcc::native_function(gpu_, module.kernel(test_image::nothing)));
  EXPECT_ERROR(kcc::native_function(Device::cuda(2), kernel), "the module is loaded on device 1");
}

TEST_F(NativeObjects, MemoryOfOtherCodeBecomesAView) {
  alignas(8) static std::byte memory[64];
  fake_.foreign_memory = {{memory, sizeof memory}};
  auto *const numbers = reinterpret_cast<float *>(memory);
  const BufferView<float> view = kcc::adopt_memory(gpu_, numbers, 16);
  EXPECT_EQ(view.data(), numbers);
  EXPECT_EQ(view.size(), 16u);
  EXPECT_EQ(view.device(), gpu_);
  const float *const read_only = numbers;
  EXPECT_EQ(kcc::adopt_memory(gpu_, read_only, 16).data(), numbers);
  EXPECT_EQ(kcc::adopt_memory<float>(gpu_, nullptr, 0).size(), 0u);
  fake_.foreign_managed = 1;
  fake_.foreign_device = 0;
  EXPECT_EQ(kcc::adopt_memory(gpu_, numbers, 16).size(), 16u);
  fake_.foreign_managed = 0;
  fake_.foreign_device = 1;
}

TEST_F(NativeObjects, MemoryThatIsNotTheDevicesIsRefused) {
  alignas(8) static std::byte memory[64];
  auto *const numbers = reinterpret_cast<float *>(memory);
  EXPECT_ERROR(kcc::adopt_memory(gpu_, numbers, 16), "taking memory of other code as a view on device 1",
               "ordinary memory of the host", "kcc::Buffer");
  fake_.foreign_memory = {{memory, sizeof memory}};
  EXPECT_ERROR(kcc::adopt_memory(gpu_, numbers, 17), "fewer than 68 bytes");
  EXPECT_ERROR(kcc::adopt_memory<float>(gpu_, nullptr, 1), "null");
  EXPECT_ERROR(kcc::adopt_memory(gpu_, reinterpret_cast<float *>(memory + 2), 1), "multiple of 4");
  EXPECT_ERROR(kcc::adopt_memory(gpu_, numbers, SIZE_MAX), "more than fit");
  fake_.foreign_device = 2;
  EXPECT_ERROR(kcc::adopt_memory(gpu_, numbers, 16), "is on GPU 2", "kcc::Device::cuda(2)");
  fake_.foreign_device = 1;
  fake_.foreign_type = 1;
  EXPECT_ERROR(kcc::adopt_memory(gpu_, numbers, 16), "page-locked memory");
  fake_.foreign_type = 2;
  fake_.next_result["cuPointerGetAttribute"] = 700;
  EXPECT_ERROR(kcc::adopt_memory(gpu_, numbers, 16), "CUDA_ERROR_ILLEGAL_ADDRESS");
}

TEST_F(NativeObjects, TheCpuDeviceHasNone) {
  int dummy = 0;
  const auto expect_not_supported = [&](auto work) {
    const std::optional<kcc::Error> error = error_of(work);
    ASSERT_TRUE(error);
    EXPECT_EQ(error->category(), kcc::ErrorCategory::not_supported) << error->what();
  };
  expect_not_supported([&] { Stream::adopt(cpu_, &dummy); });
  expect_not_supported([&] { Event::adopt(cpu_, &dummy); });
  expect_not_supported([&] { Module::adopt(cpu_, &dummy); });
  EXPECT_EQ(Stream(cpu_).native_handle(), nullptr);
  Event event(cpu_);
  EXPECT_EQ(event.native_handle(), nullptr);
  EXPECT_TRUE(event.is_done());
  EXPECT_EQ(Module::load(cpu_, test_image::image).native_handle(), nullptr);
  EXPECT_EQ(kcc::native_function(cpu_, test_image::nothing), nullptr);
  std::vector<float> host(4, 1.0f);
  Stream stream(cpu_);
  Buffer<float> sum(cpu_, 4);
  const BufferView<const float> view = kcc::adopt_memory(cpu_, host.data(), host.size());
  stream.launch(test_image::add, cover(4, 4), sum, view, view);
  EXPECT_EQ(sum.to_host(stream), std::vector<float>(4, 2.0f));
  EXPECT_ERROR(kcc::adopt_memory<float>(cpu_, nullptr, 1), "null");
}

} // namespace
