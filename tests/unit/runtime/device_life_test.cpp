// Contexts: the primary one, those of other code, and what a reset leaves of objects made before it.
#include "cuda_backend_test.h"
#include "expect_error.h"

#include "core/backend.h"

#include <optional>
#include <string>
#include <thread>
#include <vector>

extern "C" int cuCtxGetCurrent(void **context);
extern "C" int cuCtxSetCurrent(void *context);

namespace {

using kcc::Buffer;
using kcc::cover;
using kcc::Device;
using kcc::Event;
using kcc::Stream;

using DeviceLife = CudaBackend;

TEST_F(DeviceLife, GivesItsContext) {
  void *current = nullptr;
  gpu_.synchronize();
  cuCtxSetCurrent(nullptr);
  gpu_.synchronize();
  cuCtxGetCurrent(&current);
  EXPECT_EQ(gpu_.native_context(), current);
  EXPECT_EQ(Device::cpu().native_context(), nullptr);
}

TEST_F(DeviceLife, ThePrimaryContextIsNotAdopted) {
  EXPECT_EQ(Device::adopt(gpu_.native_context()), gpu_);
}

TEST_F(DeviceLife, WorksInAContextOfOtherCode) {
  void *const foreign = fake_cuda::foreign_context(1);
  const Device adopted = Device::adopt(foreign);
  EXPECT_EQ(Device::adopt(foreign), adopted);
  EXPECT_FALSE(adopted == gpu_);
  EXPECT_EQ(adopted.native_context(), foreign);
  EXPECT_EQ(adopted.name(), gpu_.name());
  EXPECT_EQ(adopted.ordinal(), 1);
  EXPECT_EQ(Device::all().size(), 4u);

  const std::size_t loaded = fake_.loaded.size();
  Stream stream(adopted);
  const Buffer<float> a(adopted, 4);
  Buffer<float> sum(adopted, 4);
  stream.launch(test_image::add, cover(4, 4), sum, a, a);
  EXPECT_EQ(fake_.loaded.size(), loaded + 1); // a context has its own modules
  EXPECT_ERROR(Buffer<float>(gpu_, 4).fill_bytes(stream, {}), "adopted context");
  fake_.next_result["cuCtxSynchronize"] = 999;
  EXPECT_ERROR(adopted.synchronize(), "device 1 (Fake H200), adopted context");

  adopted.set_wait_mode(kcc::WaitMode::block);
  EXPECT_EQ(fake_.foreign_flags, 4u);
  EXPECT_EQ(adopted.wait_mode(), kcc::WaitMode::block);

  fake_.context_ids[foreign] = 7; // destroyed, and another one made at its address
  EXPECT_FALSE(Device::adopt(foreign) == adopted);
}

TEST_F(DeviceLife, RefusesWhatIsNotAContext) {
  EXPECT_ERROR(Device::adopt(nullptr), "adopting a context", "null");
  fake_.next_result["cuCtxPushCurrent"] = 201;
  EXPECT_ERROR(Device::adopt(fake_cuda::foreign_context(1)), "CUDA_ERROR_INVALID_CONTEXT");
  Device adopted = Device::adopt(fake_cuda::foreign_context(1));
  EXPECT_ERROR(adopted.reset(), "belongs to other code", "cuCtxDestroy");
}

TEST_F(DeviceLife, AResetStartsANewContext) {
  Device device = gpu_;
  gpu_.synchronize();
  device.set_output_capacity(1 << 17);
  fake_.calls.clear();
  device.reset();
  EXPECT_EQ(fake_.calls, (std::vector<std::string>{"cuDevicePrimaryCtxReset", "cuDevicePrimaryCtxRelease",
                                                   "cuDevicePrimaryCtxRetain"}));
  EXPECT_FALSE(device == gpu_);
  EXPECT_EQ(device, Device::cuda(1));
  EXPECT_EQ(device.output_capacity(), 1u << 17);

  const std::size_t loaded = fake_.loaded.size();
  Stream stream(device);
  const Buffer<float> a(device, 4);
  Buffer<float> sum(device, 4);
  stream.launch(test_image::add, cover(4, 4), sum, a, a); // loads the program's image again
  stream.synchronize();
  EXPECT_EQ(fake_.loaded.size(), loaded + 1);
  EXPECT_EQ(fake_.count("cuDevicePrimaryCtxRetain"), 1);

  Device old = gpu_; // takes the next life instead of ending it
  old.reset();
  EXPECT_EQ(old, device);
  stream.synchronize();
}

TEST_F(DeviceLife, WhatWasMadeBeforeAResetSaysSoAndFreesNothing) {
  const char *const text = "this object was made before the device was reset";
  {
    Device device = gpu_;
    Stream stream(gpu_);
    Event event(gpu_);
    Buffer<float> buffer(gpu_, 4);
    kcc::Module module = kcc::Module::load(gpu_, test_image::image);
    const auto kernel = module.kernel("test_image::nothing");
    const auto scale = module.global(test_image::scale);
    stream.record(event);
    stream.launch(kernel, {});
    stream.launch(test_image::nothing, {});
    (void)stream.scratch(100);
    device.reset();
    fake_.abandon(); // the driver has freed them
    fake_.calls.clear();

    EXPECT_ERROR(stream.launch(kernel, {}), "launching kernel `test_image::nothing`", text, "Make streams");
    EXPECT_ERROR(stream.launch(test_image::nothing, {}), text);
    EXPECT_ERROR(stream.synchronize(), "waiting for a stream on device 1 (Fake H200)", text);
    EXPECT_ERROR((void)stream.is_done(), text);
    EXPECT_ERROR(stream.record(event), text);
    EXPECT_ERROR(stream.wait(event), text);
    EXPECT_ERROR(stream.write(scale, 1.0), text);
    EXPECT_ERROR((void)stream.scratch(100000), text);
    EXPECT_ERROR(event.synchronize(), text);
    EXPECT_ERROR((void)event.is_done(), text);
    EXPECT_ERROR((void)Event::elapsed(event, event), text);
    EXPECT_ERROR(buffer.fill_bytes(stream, {}), text);
    EXPECT_ERROR((void)buffer.to_host(), text);
    EXPECT_ERROR((void)module.kernel("test_image::add"), text);
    EXPECT_ERROR(Stream{gpu_}, text);
    EXPECT_ERROR(Buffer<int>(gpu_, 4), text);
    EXPECT_ERROR(gpu_.synchronize(), text);
    EXPECT_ERROR((void)gpu_.memory(), text);
    EXPECT_EQ(error_of([&] { gpu_.synchronize(); })->category(), kcc::ErrorCategory::invalid_state);

    Stream now(device);
    EXPECT_ERROR(now.launch(kernel, {}), "the module is loaded on device 1");
    EXPECT_ERROR(buffer.fill_bytes(now, {}), "the stream is of device 1");
    for (const char *call : {"cuLaunchKernel", "cuEventRecord", "cuMemsetD8Async"})
      EXPECT_EQ(fake_.count(call), 0) << call;
  }
  EXPECT_EQ(fake_.count("cuStreamDestroy"), 1); // that of `now`
  for (const char *call : {"cuMemFree", "cuEventDestroy", "cuModuleUnload"})
    EXPECT_EQ(fake_.count(call), 0) << call;
}

TEST_F(DeviceLife, AResetThatFailsSaysSo) {
  Device device = gpu_;
  fake_.next_result["cuDevicePrimaryCtxReset"] = 700;
  EXPECT_ERROR(device.reset(), "resetting device 1 (Fake H200)", "CUDA_ERROR_ILLEGAL_ADDRESS",
               "(cuDevicePrimaryCtxReset)");
}

TEST_F(DeviceLife, TheDriverMayRefuseAnotherContextAfterAFailedKernel) {
  Device device = gpu_;
  fake_.lasting_result["cuDevicePrimaryCtxRetain"] = 700;
  const auto error = error_of([&] { device.reset(); });
  ASSERT_TRUE(error);
  EXPECT_TRUE(error->is_sticky());
  EXPECT_THAT(error->what(), testing::HasSubstr("(cuDevicePrimaryCtxRetain)"));
  EXPECT_ERROR(Stream(Device::cuda(1)), "CUDA_ERROR_ILLEGAL_ADDRESS");
  fake_.lasting_result.clear();
  Stream(Device::cuda(1)).synchronize();
}

TEST_F(DeviceLife, HandlersOfOutputStay) {
  Device device = Device::cuda(2);
  int calls = 0;
  device.on_output([&](const kcc::Output &) { ++calls; });
  device.reset();
  device.backend_device().message_sink().deliver([] { return kcc::core::Messages{{}, /*dropped=*/1, 64}; },
                                                 kcc::core::Delivery::wait);
  EXPECT_EQ(calls, 1);
  device.on_output({});
}

TEST_F(DeviceLife, ManyThreadsResetAtTheSameTime) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([] {
      for (int i = 0; i < 10; ++i) {
        Device device = Device::cuda(2);
        device.reset();
        (void)device.attributes();
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  Stream(Device::cuda(2)).synchronize();
}

TEST(CpuDeviceReset, WaitsAndForgetsFailures) {
  Device cpu = Device::cpu();
  const Buffer<int> buffer(cpu, std::vector<int>{1, 2});
  Stream(cpu).launch(test_image::trap, cover(64, 32), 40u);
  cpu.reset();
  EXPECT_EQ(cpu, Device::cpu());
  cpu.synchronize(); // throws nothing
  EXPECT_EQ(buffer.to_host(), (std::vector<int>{1, 2}));
}

} // namespace
