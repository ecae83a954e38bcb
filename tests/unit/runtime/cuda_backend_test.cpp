// The CUDA backend with the fake driver: what it asks of the driver, and how it handles the answers.
#include "cuda_backend_test.h"
#include "allocations.h"
#include "expect_error.h"

#include <array>
#include <cstdlib>
#include <thread>

extern "C" int cuCtxGetCurrent(void **context);
extern "C" int cuCtxSetCurrent(void *context);

namespace {

using kcc::Blocks;
using kcc::Buffer;
using kcc::cover;
using kcc::Device;
using kcc::Event;
using kcc::LaunchConfig;
using kcc::Stream;
using kcc::Threads;
using test_image::Order;
using test_image::Pixel;

TEST_F(CudaBackend, FindsDevices) {
  const std::vector<Device> all = Device::all();
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[1], gpu_);
  EXPECT_EQ(all[3], Device::cpu());
  EXPECT_EQ(gpu_.backend(), kcc::Backend::cuda);
  EXPECT_EQ(gpu_.ordinal(), 1);
  EXPECT_EQ(gpu_.name(), "Fake H200");
  EXPECT_EQ(gpu_.arch(), "sm_90");
  EXPECT_THAT(gpu_.driver(), testing::StartsWith("CUDA 12.8"));
  EXPECT_EQ(gpu_.limits().max_shared_bytes_per_block, 227u * 1024);
  EXPECT_EQ(gpu_.limits().multiprocessors, 132u);
  EXPECT_EQ(gpu_.total_memory(), std::size_t{16} << 30);
  EXPECT_ERROR(Device::cuda(3), "CUDA", "cuda device 3", "there are 3", "CUDA_VISIBLE_DEVICES");
  EXPECT_ERROR(Device::cuda(-1), "cuda device -1");
}

TEST_F(CudaBackend, PicksTheFastestAndOfEqualsTheFirst) {
  EXPECT_EQ(Device::pick(), Device::cuda(1));
  setenv("KCC_DEVICE", "cuda:2", 1);
  EXPECT_EQ(Device::pick(), Device::cuda(2));
  setenv("KCC_DEVICE", "cuda", 1);
  EXPECT_EQ(Device::pick(), Device::cuda(1));
  setenv("KCC_DEVICE", "cuda:7", 1);
  EXPECT_ERROR(Device::pick(), "cuda device 7");
  unsetenv("KCC_DEVICE");
}

TEST_F(CudaBackend, FreesWhatItMakes) {
  {
    Stream stream(gpu_), moved = std::move(stream);
    Event event(gpu_);
    Buffer<int> a(gpu_, 100), b = std::move(a);
    a = Buffer<int>(gpu_, 5);
    b = std::move(a);
    EXPECT_EQ(fake_.memory.size(), 1u);
    EXPECT_EQ(fake_.streams.size(), 1u);
    EXPECT_EQ(fake_.events.size(), 1u);
    EXPECT_EQ(fake_.count("cuStreamCreateWithPriority"), 1);
  } // the fixture counts what is left
}

TEST_F(CudaBackend, FreesTheMemoryOfABufferThatCannotBeFilled) {
  fake_.next_result["cuMemcpyHtoDAsync"] = 1;
  EXPECT_ERROR(Buffer<int>(gpu_, std::vector<int>{1}), "copying into a buffer of device 1 (Fake H200)",
               "CUDA_ERROR_INVALID_VALUE (1)", "(cuMemcpyHtoDAsync)");
}

TEST_F(CudaBackend, CallsFunctionsOnTheHost) {
  int calls = 0;
  fake_.late_copies = true;
  {
    Stream stream(gpu_), other(gpu_);
    stream.run_on_host([&] { ++calls; });
    EXPECT_EQ(calls, 0);
    stream.synchronize();
    EXPECT_EQ(calls, 1);
    stream.run_on_host([&] { throw 7; });
    EXPECT_THROW(stream.synchronize(), int);
    stream.synchronize();
    fake_.next_result["cuLaunchHostFunc"] = 1;
    EXPECT_ERROR(stream.run_on_host([] {}), "calling a function on the host", "(cuLaunchHostFunc)");
    fake_.next_result["cuStreamSynchronize"] = 1;
    stream.run_on_host([&] { ++calls; });
    EXPECT_ERROR(stream.synchronize(), "CUDA_ERROR_INVALID_VALUE");
    other.run_on_host([&] { ++calls; });
  } // the driver calls them at the latest when it destroys the stream
  EXPECT_EQ(calls, 3);
}

TEST_F(CudaBackend, WaitsForTheFirstCopyIntoABuffer) {
  const Buffer<int> buffer(gpu_, std::vector<int>{1, 2});
  EXPECT_EQ(fake_.count("cuStreamSynchronize"), 1);
  EXPECT_EQ(buffer.to_host(), (std::vector<int>{1, 2}));
  EXPECT_EQ(fake_.count("cuCtxSynchronize"), 1);
}

TEST_F(CudaBackend, SaysWhenMemoryIsShort) {
  fake_.next_result["cuMemAlloc"] = 2;
  if (const auto error = error_of([&] { Buffer<int>(gpu_, 1024); })) {
    EXPECT_STREQ(
        error->what(),
        "allocating 4096 bytes on device 1 (Fake H200): CUDA_ERROR_OUT_OF_MEMORY (2): the fake driver's "
        "text (cuMemAlloc). Hint: Free buffers, work on smaller parts, or check with nvidia-smi who else "
        "uses the GPU.");
    EXPECT_EQ(error->operation(), "allocating 4096 bytes on device 1 (Fake H200)");
    EXPECT_EQ(error->code(), 2);
  }
}

TEST_F(CudaBackend, PacksArguments) {
  Stream stream(gpu_);
  Buffer<double> out(gpu_, 5);
  stream.launch(test_image::store, {Blocks(2, 3, 4), Threads(5, 6, 7), 64}, out, 65535L, 0.5f, true,
                Order::down, Pixel{7, 8, 9, 10});
  ASSERT_EQ(fake_.launches.size(), 1u);
  const fake_cuda::Launch &launch = fake_.launches[0];
  EXPECT_EQ(launch.entry, "store_entry");
  EXPECT_EQ(launch.grid, (std::array{2u, 3u, 4u}));
  EXPECT_EQ(launch.block, (std::array{5u, 6u, 7u}));
  EXPECT_EQ(launch.dynamic_shared_bytes, 64u);
  EXPECT_EQ(launch.stream, stream.native_handle());
  EXPECT_EQ(value_of<double *>(launch.arguments[0]), out.data());
  EXPECT_EQ(value_of<std::uint16_t>(launch.arguments[1]), 65535);
  EXPECT_EQ(value_of<double>(launch.arguments[2]), 0.5);
  EXPECT_EQ(value_of<bool>(launch.arguments[3]), true);
  EXPECT_EQ(value_of<Order>(launch.arguments[4]), Order::down);
  EXPECT_EQ(value_of<Pixel>(launch.arguments[5]).b, 9);

  Buffer<float> sum(gpu_, 3);
  const Buffer<float> a(gpu_, 4);
  const kcc::Module module = kcc::Module::load(gpu_, test_image::image);
  for (int typed = 0; typed < 2; ++typed) {
    if (typed)
      stream.launch(test_image::add, cover(3, 2), sum, a, a.span().subspan(1));
    else
      stream.launch(module.kernel("test_image::add"), cover(3, 2), sum, a, a.span().subspan(1));
    const auto &arguments = fake_.launches.back().arguments;
    EXPECT_EQ(value_of<std::span<float>>(arguments[0]).data(), sum.data());
    EXPECT_EQ(value_of<std::span<float>>(arguments[0]).size(), 3u);
    EXPECT_EQ(value_of<std::span<const float>>(arguments[2]).data(), a.data() + 1);
    EXPECT_EQ(value_of<std::span<const float>>(arguments[2]).size(), 3u);
  }
}

TEST_F(CudaBackend, LooksAKernelUpOnce) {
  Stream stream(gpu_);
  stream.launch(test_image::nothing, {});
  fake_.reset();
  for (int i = 0; i < 3; ++i)
    stream.launch(test_image::nothing, {});
  EXPECT_EQ(fake_.calls, (std::vector<std::string>{"cuCtxGetCurrent", "cuLaunchKernel", "cuCtxGetCurrent",
                                                   "cuLaunchKernel", "cuCtxGetCurrent", "cuLaunchKernel"}));
}

TEST_F(CudaBackend, LaunchesWithoutHeapAllocation) {
  Stream stream(gpu_);
  const Buffer<float> a(gpu_, 4);
  Buffer<float> sum(gpu_, 4);
  const kcc::Module module = kcc::Module::load(gpu_, test_image::image);
  const auto add = module.kernel("test_image::add");
  const auto launch_all = [&] {
    stream.launch(test_image::add, cover(4, 4), sum, a, a);
    stream.launch(add, cover(4, 4), sum, a, a);
    stream.launch(test_image::disjoint, cover(4, 4), sum, a, a.span().first<2>());
  };
  launch_all();
  fake_.quiet = true;
  const std::size_t before = allocations();
  for (int i = 0; i < 10; ++i)
    launch_all();
  EXPECT_EQ(allocations(), before);
  fake_.quiet = false;
}

TEST_F(CudaBackend, RefusesOverlapBeforeTheDriverIsCalled) {
  Stream stream(gpu_);
  const Buffer<float> a(gpu_, 4);
  Buffer<float> sum(gpu_, 4);
  stream.launch(test_image::disjoint, {}, sum, a, a.span().first<2>());
  const auto by_name = kcc::Module::load(gpu_, test_image::image).kernel("test_image::disjoint");
  fake_.reset();
  EXPECT_ERROR(stream.launch(test_image::disjoint, {}, sum, a, sum.span().last<2>()),
               "launching kernel `test_image::disjoint`", "`to` (0x", "16 bytes) and `two` (0x",
               "8 bytes) overlap", "[[kcc::no_alias]]");
  EXPECT_ERROR(stream.launch(by_name, {}, sum, sum, a.span().first<2>()), "`to` (0x", "`from` (0x");
  EXPECT_EQ(fake_.count("cuLaunchKernel"), 0u);
}

TEST_F(CudaBackend, ReachesVariables) {
  Stream stream(gpu_);
  stream.write(test_image::scale, 2.5);
  const auto asked = fake_.count("cuModuleGetGlobal");
  EXPECT_EQ(stream.read(test_image::scale), 2.5);
  EXPECT_EQ(stream.span(test_image::scale).size(), 1u);
  EXPECT_EQ(fake_.count("cuModuleGetGlobal"), asked); // the address is cached
  EXPECT_ERROR(stream.read(test_image::missing), "variable `missing_symbol`", "device 1 (Fake H200)", "500");

  const kcc::Module module = kcc::Module::load(gpu_, test_image::image);
  stream.write(module.global(test_image::scale), 7.0);
  EXPECT_EQ(stream.read(module.global<double>("test_image::scale")), 7.0);
  EXPECT_EQ(stream.read(test_image::scale), 2.5); // every module has its own copy
  EXPECT_ERROR(module.global<float>("test_image::scale"), "variable `test_image::scale` of module", "f64",
               "f32");
  EXPECT_ERROR(module.global<float>("scales"), "`scales`", "`test_image::scale`, `test_image::missing`");
  Stream other(Device::cuda(2));
  EXPECT_ERROR(other.read(module.global<double>("test_image::scale")), "device 2", "is loaded on device 1");
}

TEST_F(CudaBackend, AWrittenValueMayChangeAtOnce) {
  fake_.late_copies = true;
  Stream stream(gpu_);
  double value = 2.5;
  stream.write(test_image::scale, value);
  value = 9;
  EXPECT_EQ(stream.read(test_image::scale), 2.5);
  const auto waits = [&] {
    return fake_.count("cuStreamSynchronize") + fake_.count("cuEventSynchronize") +
           fake_.count("cuCtxSynchronize");
  };
  const int before = waits();
  for (int i = 0; i < 100; ++i)
    stream.write(test_image::scale, static_cast<double>(i));
  EXPECT_EQ(waits(), before);
  EXPECT_EQ(stream.read(test_image::scale), 99);
  for (const char *function : {"cuEventCreate", "cuMemcpyHtoDAsync", "cuEventRecord"}) {
    fake_.next_result[function] = 1;
    EXPECT_ERROR(stream.write(test_image::scale, 1.0), "writing variable `test_image::scale`", function);
  }
  stream.write(test_image::scale, 4.5);
  {
    const Stream gone = std::move(stream);
  }
  EXPECT_EQ(Stream(gpu_).read(test_image::scale), 4.5);
}

TEST_F(CudaBackend, SetsTheHeap) {
  gpu_.set_heap_bytes(100000);
  EXPECT_EQ(gpu_.heap_bytes(), 102400u); // the driver rounds
  fake_.next_result["cuCtxSetLimit"] = 1;
  EXPECT_ERROR(gpu_.set_heap_bytes(1), "the heap of kernels on device 1 (Fake H200) to 1 bytes");
}

TEST_F(CudaBackend, AsksForMuchSharedMemoryOnceAndNeverForLess) {
  const kcc::Module module = kcc::Module::load(gpu_, test_image::image);
  const auto reverse = module.kernel("test_image::reverse"); // it has 256 static bytes
  Stream stream(gpu_);
  Buffer<int> values(gpu_, 1);
  const auto launch = [&](std::size_t bytes) { stream.launch(reverse, {{}, {}, bytes}, values); };
  launch(48 * 1024 - 256);
  EXPECT_EQ(fake_.count("cuFuncSetAttribute"), 0);
  launch(48 * 1024 - 255);
  launch(100000);
  launch(60000);
  EXPECT_EQ(fake_.count("cuFuncSetAttribute"), 2);
  EXPECT_EQ(fake_.granted_shared_bytes["reverse_entry"], 100000);
  EXPECT_ERROR(launch(227 * 1024), "232448 bytes of dynamic and 256 bytes of static", "has 232448");
}

TEST_F(CudaBackend, RefusesBlocksThatTheRegistersDoNotAllow) {
  fake_.max_threads_per_block = 512;
  const kcc::Module module = kcc::Module::load(gpu_, test_image::image);
  Stream stream(gpu_);
  stream.launch(module.kernel("test_image::nothing"), {{}, Threads(512, 1, 1)});
  EXPECT_ERROR(stream.launch(module.kernel("test_image::nothing"), {{}, Threads(513, 1, 1)}),
               "513 threads is over the kernel's limit of 512", "registers");
}

TEST_F(CudaBackend, LaunchesCooperativeKernels) {
  Stream stream(gpu_);
  const kcc::Module module = kcc::Module::load(gpu_, test_image::image);
  LaunchConfig config{Blocks(528), Threads(64)};
  config.cooperative = true;
  stream.launch(test_image::nothing, config);
  EXPECT_EQ(fake_.count("cuLaunchCooperativeKernel"), 1);
  EXPECT_TRUE(fake_.launches.back().cooperative);
  EXPECT_EQ(fake_.launches.back().grid, (std::array{528u, 1u, 1u}));
  EXPECT_EQ(fake_.count("cuOccupancyMaxActiveBlocksPerMultiprocessor"), 0); // a launch does not query it
  EXPECT_EQ(stream.max_cooperative_blocks(test_image::nothing, config), 528u);
  EXPECT_EQ(stream.max_cooperative_blocks(module.kernel("test_image::nothing"), config), 528u);
  config.grid.y = 2;
  EXPECT_ERROR(stream.launch(test_image::nothing, config),
               "kernel `test_image::nothing` of module `test_image.cpp` on device 1 (Fake H200)",
               "only 528 of these 1056 blocks of 64 threads fit on the device",
               "Stream::max_cooperative_blocks()");
  fake_.cooperative = false;
  EXPECT_EQ(stream.max_cooperative_blocks(test_image::nothing, config), 0u);
  EXPECT_ERROR(stream.max_cooperative_blocks(test_image::nothing, {{}, Threads(1025)}), "1025", "1024");
}

TEST_F(CudaBackend, CountsSharedMemoryOfCooperativeBlocks) {
  const kcc::Module module = kcc::Module::load(gpu_, test_image::image);
  Stream stream(gpu_);
  stream.max_cooperative_blocks(module.kernel("test_image::reverse"), {{}, {}, 100000});
  EXPECT_EQ(fake_.granted_shared_bytes["reverse_entry"], 100000);
}

TEST_F(CudaBackend, RefusesAGridBarrierInAnOrdinaryLaunch) {
  Stream stream(gpu_);
  EXPECT_ERROR(stream.launch(test_image::meet, {Blocks(4)}), "kernel `test_image::meet`",
               "the kernel calls kcc::sync_grid()", "LaunchConfig::cooperative");
  EXPECT_EQ(fake_.launches.size(), 0u);
  LaunchConfig config{Blocks(4)};
  config.cooperative = true;
  stream.launch(test_image::meet, config);
  EXPECT_EQ(fake_.launches.size(), 1u);
}

TEST_F(CudaBackend, LaunchesClusters) {
  Stream stream(gpu_);
  LaunchConfig config{Blocks(8, 4, 1), Threads(64), 128};
  config.cluster = kcc::Blocks(2, 4);
  stream.launch(test_image::nothing, config);
  EXPECT_EQ(fake_.launches.back().cluster, (std::array{2u, 4u, 1u}));
  EXPECT_EQ(fake_.launches.back().dynamic_shared_bytes, 128u);
  EXPECT_FALSE(fake_.launches.back().cooperative);
  config.cooperative = true;
  EXPECT_EQ(stream.max_cooperative_blocks(test_image::nothing, config), 9u * 8);
  stream.launch(test_image::nothing, config);
  EXPECT_TRUE(fake_.launches.back().cooperative);
  EXPECT_EQ(fake_.launches.back().cluster, (std::array{2u, 4u, 1u}));
  EXPECT_EQ(fake_.launches.size(), 2u);
}

TEST_F(CudaBackend, RefusesClustersThatCannotBe) {
  Stream stream(gpu_), old(Device::cuda(0));
  const auto refused = [&](Stream &on, kcc::Dim3 cluster, const char *text, const char *hint) {
    LaunchConfig config{Blocks(8, 3, 1), Threads(64)};
    config.cluster = kcc::Blocks(cluster);
    EXPECT_ERROR(on.launch(test_image::nothing, config), "kernel `test_image::nothing`", text, hint);
  };
  EXPECT_EQ(gpu_.limits().max_cluster_blocks, 8u);
  EXPECT_EQ(Device::cuda(0).limits().max_cluster_blocks, 1u);
  refused(old, {2, 1, 1}, "sm_75 has no clusters", "sm_90");
  refused(stream, {0, 1, 1}, "(0, 1, 1) has no blocks", "at least 1");
  refused(stream, {4, 3, 1}, "(4, 3, 1) is over the device's limit of 8 blocks", "smaller clusters");
  refused(stream, {0x10000, 0x10000, 1}, "limit of 8 blocks", "smaller clusters");
  refused(stream, {3, 1, 1}, "the grid (8, 3, 1) is not a multiple of the cluster (3, 1, 1)",
          "whole clusters");
  EXPECT_EQ(fake_.launches.size(), 0u);
}

TEST_F(CudaBackend, NamesKernelAndModuleWhenALaunchFails) {
  Stream stream(gpu_);
  stream.launch(test_image::nothing, {});
  fake_.next_result["cuLaunchKernel"] = 1;
  EXPECT_ERROR(stream.launch(test_image::nothing, {}),
               "launching kernel `test_image::nothing` of module `test_image.cpp` on device 1 (Fake H200): "
               "CUDA_ERROR_INVALID_VALUE (1): the fake driver's text (cuLaunchKernel)");
}

TEST_F(CudaBackend, NamesTheKernelsThatAFailureMayComeFrom) {
  Stream stream(gpu_);
  Buffer<int> buffer(gpu_, 1);
  stream.launch(test_image::trap, {}, 0);
  stream.synchronize();
  stream.launch(test_image::nothing, {});
  for (int i = 0; i < 2; ++i) {
    fake_.next_result["cuStreamSynchronize"] = 719;
    EXPECT_ERROR(stream.synchronize(),
                 "waiting for a stream on device 1 (Fake H200), after kernel `test_image::nothing` of module "
                 "`test_image.cpp`: CUDA_ERROR_LAUNCH_FAILED (719)",
                 "trapped");
  }
  fake_.next_result["cuMemcpyDtoHAsync"] = 700;
  EXPECT_ERROR(buffer.to_host(stream), "copying out of a buffer of device 1", "kernel `test_image::nothing`",
               "CUDA_ERROR_ILLEGAL_ADDRESS");
  fake_.next_result["cuStreamQuery"] = 700;
  EXPECT_ERROR(stream.is_done(), "kernel `test_image::nothing`");
  stream.launch(test_image::trap, {}, 0);
  fake_.next_result["cuStreamSynchronize"] = 719;
  EXPECT_ERROR(stream.synchronize(),
               "`test_image::nothing` of module `test_image.cpp`, kernel `test_image::trap`");
}

TEST_F(CudaBackend, TellsUnfinishedWorkFromFailure) {
  Stream stream(gpu_);
  Event event(gpu_);
  stream.record(event);
  EXPECT_TRUE(stream.is_done());
  EXPECT_TRUE(event.is_done());
  fake_.next_result = {{"cuStreamQuery", 600}, {"cuEventQuery", 600}};
  EXPECT_FALSE(stream.is_done());
  EXPECT_FALSE(event.is_done());
  fake_.next_result["cuEventQuery"] = 700;
  EXPECT_ERROR(event.is_done(), "asking for an event on device 1", "CUDA_ERROR_ILLEGAL_ADDRESS");
}

TEST_F(CudaBackend, TakesTimesByEvents) {
  Stream stream(gpu_);
  Event from(gpu_), to(gpu_);
  stream.record(from);
  stream.record(to);
  stream.wait(from);
  EXPECT_EQ(Event::elapsed(from, to).count(), 1.5);
  EXPECT_EQ(fake_.count("cuStreamWaitEvent"), 1);
  Event never(gpu_);
  stream.wait(never); // nothing to wait for
  never.synchronize();
  EXPECT_EQ(fake_.count("cuStreamWaitEvent"), 1);
  EXPECT_ERROR(Event::elapsed(from, never), "second event was never recorded");
}

TEST_F(CudaBackend, DestructorsBearADriverThatIsGone) {
  {
    Stream stream(gpu_);
    Event event(gpu_);
    Buffer<int> buffer(gpu_, 1);
    fake_.lasting_result["cuCtxGetCurrent"] = 4;
  }
  // The fake still has what it was not asked to free.
  EXPECT_EQ(fake_.alive(), 3u);
  fake_.abandon();
}

TEST_F(CudaBackend, GivesAnotherContextBack) {
  int other = 0;
  std::thread([&] {
    cuCtxSetCurrent(&other); // as another library would do
    {
      Buffer<int> buffer(gpu_, std::vector<int>{1});
    }
    void *current = nullptr;
    cuCtxGetCurrent(&current);
    EXPECT_EQ(current, &other);
  }).join();
  EXPECT_EQ(fake_.count("cuCtxPushCurrent"), fake_.count("cuCtxPopCurrent"));
  EXPECT_GT(fake_.count("cuCtxPushCurrent"), 0);
}

TEST_F(CudaBackend, WorksWithSeveralDevicesInOneThread) {
  Stream first(Device::cuda(0)), second(Device::cuda(1));
  first.launch(test_image::nothing, {});
  second.launch(test_image::nothing, {}); // the fake rejects streams of another device's context
  first.launch(test_image::nothing, {});
  EXPECT_EQ(fake_.launches.size(), 3u);
}

} // namespace
