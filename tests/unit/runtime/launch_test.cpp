// The checks of a launch, on the CPU device, with typed kernels and with kernels of a module.
#include "expect_error.h"
#include "test_image.h"

#include "cpu/engine/grid.h"

#include <kcc/abi/cpu_functions.h>

#include <limits>

namespace {

using kcc::Buffer;
using kcc::cover;
using kcc::Device;
using kcc::Stream;
using test_image::Order;
using test_image::Pixel;

class Launch : public testing::Test {
protected:
  Stream stream_{Device::cpu()};
  kcc::Module module_ = kcc::Module::load(Device::cpu(), test_image::image);
  Buffer<double> out_{Device::cpu(), 5};
  Buffer<float> floats_{Device::cpu(), 4};
  const Buffer<float> read_only_{Device::cpu(), std::vector<float>(4, 1.5f)};
};

const std::vector<double> expected{65535, 0.5, 1, 1, 7};

TEST(LaunchShape, HasBlocksAndThreads) {
  constexpr kcc::LaunchConfig shape{kcc::Blocks(4), kcc::Threads(32, 8)};
  static_assert(shape.grid == kcc::Dim3{4, 1, 1} && shape.block == kcc::Dim3{32, 8, 1});
  static_assert(shape.cluster == kcc::Dim3{} && kcc::LaunchConfig{}.grid == kcc::Blocks(1));
  enum { blocks = 4, threads = 32 };
  static_assert(kcc::Blocks(blocks) == shape.grid && kcc::Threads{threads, 8} == shape.block);
  static_assert(kcc::Blocks(kcc::Dim3{4}) == shape.grid && kcc::Blocks(shape.grid) == shape.grid);
  constexpr kcc::LaunchConfig named{
      .grid = kcc::Blocks(2, 2), .block = kcc::Threads(8, 8, 8), .cluster = kcc::Blocks(2)};
  static_assert(named.grid == kcc::Dim3{2, 2} && named.block.z == 8 && named.cluster.x == 2);
}

TEST(LaunchShape, IsNotMadeOfNumbers) {
  using kcc::Blocks, kcc::Threads;
  static_assert(!std::is_convertible_v<int, Blocks> && !std::is_convertible_v<kcc::Dim3, Threads>);
  static_assert(!std::is_convertible_v<Threads, Blocks> && !std::is_convertible_v<Blocks, Threads>);
}

TEST(LaunchShape, RefusesWhatIsNoExtent) {
  enum { negative = -1 };
  const int none = -1;
  const long many = 1l << 32;
  EXPECT_ERROR((kcc::Dim3{negative}), "kcc::Dim3", "-1 is not an extent");
  EXPECT_ERROR((kcc::Dim3{1, none}), "kcc::Dim3", "-1 is not an extent");
  EXPECT_ERROR((void)kcc::Blocks(many), "kcc::Dim3", "4294967296 is not an extent");
  EXPECT_ERROR((void)kcc::Threads(32, none), "kcc::Dim3", "-1 is not an extent");
}

TEST_F(Launch, ConvertsArgumentsOfTypedKernels) {
  stream_.launch(test_image::store, {}, out_, 65535L, 0.5f, true, Order::down, Pixel{7, 0, 0, 0});
  EXPECT_EQ(out_.to_host(), expected);
}

TEST_F(Launch, ConvertsArgumentsOfModuleKernels) {
  const kcc::ModuleKernel store = module_.kernel("test_image::store");
  EXPECT_EQ(store.name(), "test_image::store");
  EXPECT_EQ(store.entry(), "store_entry");
  stream_.launch(store, {}, out_, 65535L, 0.5f, true, Order::down, Pixel{7, 0, 0, 0});
  EXPECT_EQ(out_.to_host(), expected);
  out_.fill_bytes(stream_, std::byte{});
  stream_.launch(module_.kernel("store_entry"), {}, out_.data(), std::uint64_t{65535}, 0.5, true, Order::down,
                 Pixel{7, 0, 0, 0});
  EXPECT_EQ(out_.to_host(), expected);
}

TEST_F(Launch, PassesSpansAndBuffersToModuleKernels) {
  const kcc::ModuleKernel add = module_.kernel("test_image::add");
  stream_.launch(add, cover(4, 4), floats_, read_only_, read_only_.span());
  EXPECT_EQ(floats_.to_host(), std::vector<float>(4, 3.0f));
  stream_.launch(add, cover(4, 4), floats_.span().first(2), floats_, floats_.span());
  EXPECT_EQ(floats_.to_host(), (std::vector<float>{6, 6, 3, 3}));
}

TEST_F(Launch, TakesTypedKernelsFromAModule) {
  const auto add = module_.kernel(test_image::add);
  stream_.launch(add, cover(4, 4), floats_, read_only_, read_only_);
  EXPECT_EQ(floats_.to_host(), std::vector<float>(4, 3.0f));
}

TEST_F(Launch, AKernelOfAModuleStaysWithItsCode) {
  kcc::abi::CpuKernel cpu_kernels[] = {{"add_entry", [](const void *const *) { kcc_cpu_trap(); }}};
  kcc::abi::CpuCode cpu_code{1, 0, cpu_kernels, nullptr};
  kcc::abi::Code code = test_image::image.codes[2];
  code.bytes = &cpu_code;
  const kcc::abi::Image image{kcc::abi::version, 1, "trap.cpp", &code};
  const auto add = module_.kernel(test_image::add);
  const auto scale = module_.global(test_image::scale);
  module_ = kcc::Module::load(Device::cpu(), image);
  const auto trap = module_.kernel(test_image::add);
  {
    const kcc::Module moved = std::move(module_);
  }
  stream_.launch(add, cover(4, 4), floats_, read_only_, read_only_);
  EXPECT_EQ(floats_.to_host(stream_), std::vector<float>(4, 3.0f));
  EXPECT_EQ(stream_.read(scale), 1.5);
  stream_.launch(trap, cover(4, 4), floats_, read_only_, read_only_);
  EXPECT_ERROR(stream_.synchronize(), "kernel `test_image::add`", "trapped");
  EXPECT_ERROR(module_.kernel("test_image::add"), "the module was moved from");
  EXPECT_ERROR(module_.global<double>("test_image::scale"), "the module was moved from");
}

TEST_F(Launch, ABoundKernelIsOfAModuleOrOfTheImage) {
  kcc::BoundKernel add = test_image::add;
  stream_.launch(add, cover(4, 4), floats_, read_only_, read_only_);
  EXPECT_EQ(floats_.to_host(stream_), std::vector<float>(4, 3.0f));
  add = module_.kernel(test_image::add);
  stream_.launch(add, cover(4, 4), floats_, floats_, read_only_);
  EXPECT_EQ(floats_.to_host(stream_), std::vector<float>(4, 4.5f));
  EXPECT_EQ(stream_.max_cooperative_blocks(add, {{}, kcc::Threads(64)}),
            kcc::cpu::max_cooperative_threads() / 64);
}

TEST_F(Launch, RefusesIntegersThatDoNotFit) {
  const auto store = module_.kernel("test_image::store");
  const auto refused = [&](auto value, const char *text) {
    EXPECT_ERROR(stream_.launch(test_image::store, {}, out_, value, 0.5, true, Order::up, Pixel{}),
                 "kernel `test_image::store` of module `test_image.cpp` on the CPU device", "argument 2 is ",
                 text, "u16");
    EXPECT_ERROR(stream_.launch(store, {}, out_, value, 0.5, true, Order::up, Pixel{}), "argument 2 is ",
                 text, "u16");
  };
  refused(65536, "65536");
  refused(-1, "-1");
  refused(std::numeric_limits<std::int64_t>::min(), "-9223372036854775808");
  refused(std::numeric_limits<std::uint64_t>::max(), "18446744073709551615");
  refused(static_cast<signed char>(-128), "-128");
}

TEST_F(Launch, RefusesWrongArgumentsOfModuleKernels) {
  const auto add = module_.kernel("test_image::add");
  const auto store = module_.kernel("test_image::store");
  const Buffer<int> ints(Device::cpu(), 4);
  EXPECT_ERROR(stream_.launch(add, {}, floats_, floats_), "3 parameters, but 2 arguments");
  EXPECT_ERROR(stream_.launch(add, {}, read_only_, floats_, floats_), "argument 1 (`sum`) is read-only",
               "span<f32>");
  EXPECT_ERROR(stream_.launch(add, {}, floats_, ints, floats_), "argument 2 (`a`) is a kcc::Buffer of ",
               "i32", "std::span<const float> (span<const f32>)");
  EXPECT_ERROR(stream_.launch(add, {}, floats_, floats_.data(), floats_), "argument 2 (`a`) is ptr<f32>");
  EXPECT_ERROR(stream_.launch(add, {}, floats_, 3, floats_), "argument 2 (`a`) is i32");
  EXPECT_ERROR(stream_.launch(store, {}, out_.span(), 1, 0.5, true, Order::up, Pixel{}),
               "argument 1 (`out`) is span<f64>");
  EXPECT_ERROR(stream_.launch(store, {}, out_, 1.0, 0.5, true, Order::up, Pixel{}),
               "argument 2 (`index`) is f64");
  EXPECT_ERROR(stream_.launch(store, {}, out_, 1, 1, true, Order::up, Pixel{}),
               "argument 3 (`factor`) is i32");
  EXPECT_ERROR(stream_.launch(store, {}, out_, 1, 0.5, 1, Order::up, Pixel{}), "argument 4 (`flag`) is i32");
  EXPECT_ERROR(stream_.launch(store, {}, out_, 1, 0.5, true, 1, Pixel{}), "argument 5 (`order`) is i32",
               "enum(test_image::Order:i32)");
  EXPECT_ERROR(stream_.launch(store, {}, out_, 1, 0.5, true, Order::up, Order::up), "argument 6 (`pixel`)");
}

TEST_F(Launch, RefusesShapesOverTheLimits) {
  const auto refused = [&](kcc::Dim3 grid, kcc::Dim3 block, const char *text) {
    EXPECT_ERROR(stream_.launch(test_image::nothing, {kcc::Blocks(grid), kcc::Threads(block)}),
                 "kernel `test_image::nothing`", text);
  };
  refused({}, {0, 1, 1}, "(0, 1, 1) has no threads");
  refused({0, 1, 1}, {1, 0, 1}, "(1, 0, 1) has no threads");
  refused({}, {1025, 1, 1}, "(1025, 1, 1) is over the device's limit (1024, 1024, 64)");
  refused({}, {1, 1, 65}, "(1, 1, 65) is over");
  refused({}, {32, 33, 1}, "1056 threads is over the device's limit of 1024");
  refused({0x80000000u, 1, 1}, {}, "grid (2147483648, 1, 1) is over");
  refused({1, 65536, 1}, {}, "grid (1, 65536, 1) is over");
  Buffer<int> ints(Device::cpu(), 128);
  EXPECT_ERROR(stream_.launch(test_image::reverse, cover(128, 128), ints),
               "128 threads is over the kernel's limit of 64", "launch_bounds");
}

TEST_F(Launch, RefusesSharedMemoryOverTheLimit) {
  Buffer<int> ints(Device::cpu(), 1);
  const std::size_t most = 227 * 1024 - 256;
  stream_.launch(test_image::reverse, {{}, {}, most}, ints);
  EXPECT_ERROR(stream_.launch(test_image::reverse, {{}, {}, most + 1}, ints), "232193 bytes of dynamic",
               "256 bytes of static", "has 232448");
  EXPECT_ERROR(stream_.launch(test_image::reverse, {{}, {}, SIZE_MAX}, ints), "18446744073709551615 bytes");
}

TEST_F(Launch, RefusesKernelsThatAreNotAsDeclared) {
  constexpr kcc::Kernel<std::span<float>, std::span<float>, std::span<const float>> writes{
      &test_image::image, "add", "add_entry"};
  constexpr kcc::Kernel<std::span<float>> fewer{&test_image::image, "add", "add_entry"};
  constexpr kcc::Kernel<> unknown{&test_image::image, "gone", "gone_entry"};
  EXPECT_ERROR(stream_.launch(writes, {}, floats_, floats_, floats_), "parameter 2 (`a`) is span<const f32>",
               "span<f32> in the declaration", "from the same source");
  EXPECT_ERROR(stream_.launch(fewer, {}, floats_), "3 parameters, the declaration 1");
  EXPECT_ERROR(module_.kernel(fewer), "3 parameters, the declaration 1");
  EXPECT_ERROR(stream_.launch(unknown, {}), "no such kernel", "`test_image::add`, `test_image::store`");
  EXPECT_ERROR(module_.kernel("nope"), "looking up kernel `nope` in module `test_image.cpp`",
               "`test_image::nothing`");
}

TEST_F(Launch, ListsKernels) {
  EXPECT_EQ(module_.kernel_names(),
            (std::vector<std::string>{"test_image::add", "test_image::store", "test_image::trap",
                                      "test_image::reverse", "test_image::nothing", "test_image::meet",
                                      "test_image::disjoint"}));
}

TEST_F(Launch, RefusesObjectsOfAnotherDevice) {
  const Device gpu = Device::cuda(0);
  Buffer<float> theirs(gpu, 4);
  Stream other(gpu);
  kcc::Event event(gpu);
  EXPECT_ERROR(stream_.launch(test_image::add, {}, floats_, theirs, floats_),
               "argument 2 is a buffer of device 0 (Fake T4)");
  EXPECT_ERROR(stream_.launch(module_.kernel("test_image::add"), {}, floats_, theirs, floats_),
               "argument 2 (`a`) is a buffer of device 0 (Fake T4)");
  EXPECT_ERROR(other.launch(module_.kernel("test_image::nothing"), {}), "loaded on the CPU device");
  EXPECT_ERROR(other.launch(module_.kernel(test_image::nothing), {}), "loaded on the CPU device");
  EXPECT_ERROR(theirs.fill_bytes(stream_, std::byte{}), "the stream is of the CPU device");
  EXPECT_ERROR(kcc::copy(stream_, floats_, theirs), "the other buffer is of device 0 (Fake T4)",
               "const auto host = from.to_host(); to.copy_from(stream, host); stream.synchronize();");
  EXPECT_ERROR(stream_.record(event), "the event is of device 0 (Fake T4)");
  EXPECT_ERROR(stream_.wait(event), "the event is of device 0 (Fake T4)");
}

} // namespace
