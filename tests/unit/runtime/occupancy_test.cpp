// Attributes of kernels, and how many blocks fit.
#include "cuda_backend_test.h"
#include "expect_error.h"
#include "test_image.h"

#include <kcc/runtime.h>

namespace {

using kcc::Blocks;
using kcc::Device;
using kcc::KernelAttributes;
using kcc::LaunchConfig;
using kcc::Threads;

class Occupancy : public CudaBackend {};

TEST_F(Occupancy, TellsWhatAKernelNeeds) {
  fake_.max_threads_per_block = 512;
  fake_.static_shared_bytes = 256;
  const kcc::Module module = kcc::Module::load(gpu_, test_image::image);
  const KernelAttributes attributes = kcc::kernel_attributes(gpu_, module.kernel("test_image::reverse"));
  EXPECT_EQ(attributes.max_threads_per_block, 64u); // its launch bounds
  EXPECT_EQ(attributes.static_shared_bytes, 256u);
  EXPECT_EQ(attributes.max_dynamic_shared_bytes, 227u * 1024 - 256);
  EXPECT_EQ(attributes.constant_bytes, 20u);
  EXPECT_EQ(attributes.local_bytes_per_thread, 30u);
  EXPECT_EQ(attributes.registers_per_thread, 40u);
  EXPECT_EQ(attributes.ptx_version, 50);
  EXPECT_EQ(attributes.binary_version, 60);
}

TEST_F(Occupancy, OfTypedAndBoundKernels) {
  EXPECT_EQ(kcc::kernel_attributes(gpu_, test_image::add).registers_per_thread, 40u);
  const kcc::Module module = kcc::Module::load(gpu_, test_image::image);
  EXPECT_EQ(kcc::kernel_attributes(gpu_, module.kernel(test_image::add)).registers_per_thread, 40u);
  EXPECT_EQ(kcc::kernel_attributes(gpu_, kcc::BoundKernel(test_image::add)).registers_per_thread, 40u);
}

TEST_F(Occupancy, RefusesAModuleOfAnotherDevice) {
  const kcc::Module module = kcc::Module::load(gpu_, test_image::image);
  EXPECT_ERROR(kcc::kernel_attributes(Device::cuda(2), module.kernel("test_image::add")),
               "kernel `test_image::add`", "the module is loaded on device 1");
}

TEST_F(Occupancy, CountsResidentBlocks) {
  fake_.resident_threads = 2048;
  EXPECT_EQ(kcc::resident_blocks(gpu_, test_image::nothing, {{}, Threads(16, 16)}), 8u);
  EXPECT_EQ(kcc::resident_blocks(gpu_, test_image::meet, {Blocks(1u << 30), Threads(1024)}), 2u);
  EXPECT_ERROR(kcc::resident_blocks(gpu_, test_image::nothing, {{}, Threads(1025)}), "1025", "1024");
  fake_.calls.clear();
  const kcc::Module module = kcc::Module::load(gpu_, test_image::image);
  kcc::resident_blocks(gpu_, module.kernel("test_image::reverse"), {{}, {}, 100000});
  EXPECT_EQ(fake_.granted_shared_bytes["reverse_entry"], 100000);
}

TEST_F(Occupancy, SuggestsTheBlockThatFillsTheDevice) {
  fake_.resident_threads = 1536; // one block of 1024, two of 768
  const LaunchConfig config = kcc::suggest_launch(gpu_, test_image::nothing);
  EXPECT_EQ(config.block, kcc::Dim3(768));
  EXPECT_EQ(config.grid, kcc::Dim3(2 * 132));
  EXPECT_EQ(kcc::suggest_launch(gpu_, test_image::nothing, {.max_threads_per_block = 400}).block,
            kcc::Dim3(384));
  EXPECT_EQ(kcc::suggest_launch(gpu_, test_image::nothing, {.max_threads_per_block = 20}).block,
            kcc::Dim3(20));
}

TEST_F(Occupancy, SuggestsWithSharedMemoryThatDependsOnTheBlock) {
  fake_.resident_threads = 2048;
  fake_.resident_shared_bytes = 64 * 1024;
  const auto quadratic = [](std::uint32_t threads) { return std::size_t{threads} * threads; };
  const LaunchConfig config = kcc::suggest_launch(gpu_, test_image::nothing, quadratic);
  EXPECT_EQ(config.block, kcc::Dim3(32)); // 64 blocks with 1 KiB each
  EXPECT_EQ(config.dynamic_shared_bytes, 1024u);
  const auto too_much = [](std::uint32_t) { return std::size_t{1} << 40; };
  EXPECT_ERROR(kcc::suggest_launch(gpu_, test_image::nothing, too_much), "no block of 1 to 1024 threads");
}

TEST(CpuOccupancy, IsOneBlockForEachProcessor) {
  const Device cpu = Device::cpu();
  const KernelAttributes attributes = kcc::kernel_attributes(cpu, test_image::add);
  EXPECT_EQ(attributes.max_threads_per_block, 1024u);
  EXPECT_EQ(attributes.registers_per_thread, 0u);
  EXPECT_EQ(kcc::resident_blocks(cpu, test_image::add, {}), 1u);
  EXPECT_EQ(kcc::suggest_launch(cpu, test_image::add).grid.x, cpu.limits().multiprocessors);
}

} // namespace
