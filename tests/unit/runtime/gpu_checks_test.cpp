// Checks on GPUs: the code that GPUs run (compiler/targets/nvptx/device/checks.cpp) is compiled for the host
// and runs with the fake driver, whose memory is the host's.
#include "expect_error.h"
#include "fake_cuda.h"

#include <kcc/abi/cpu_checks.h>
#include <kcc/abi/gpu_checks.h>
#include <kcc/device/builtins.h>
#include <kcc/device/special_registers.h>
#include <kcc/runtime.h>

#include <bit>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

// What replaces the GPU. The program counts as one with checks.
extern "C" {
[[gnu::visibility("hidden")]] extern const std::uint32_t kcc_check_linked_gpu;
const std::uint32_t kcc_check_linked_gpu = 1;
}

namespace {

struct ThreadEnded {};

std::uint64_t shared_window = std::uint64_t{1} << 60;

bool in_shared(const void *place) {
  return reinterpret_cast<std::uint64_t>(place) - shared_window < (1 << 24);
}

} // namespace

namespace kcc::nvptx {
inline std::uint64_t shared_begin() {
  return shared_window;
}
} // namespace kcc::nvptx

#define KCC_TARGETS_NVPTX_DEVICE_INTRINSICS_H
#define KCC_GLOBAL
#define KCC_AT_DEVICE_SCOPE(pointer) (pointer)
#define __nvvm_isspacep_global(place) (!in_shared(place))
#define __nvvm_isspacep_shared(place) in_shared(place)
#define __nvvm_exit() throw ThreadEnded()
#define __kcc_total_shared_bytes() 512
#define __kcc_block_idx_x() 7
#define __kcc_block_idx_y() 0
#define __kcc_block_idx_z() 0
#define __kcc_thread_idx_x() 5
#define __kcc_thread_idx_y() 0
#define __kcc_thread_idx_z() 0
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wold-style-cast"
#include "compiler/targets/nvptx/device/checks.cpp"

namespace {

constexpr char sites_name[] = "kcc_check_sites_0123456789abcdef";
constexpr char checked_ptx[] =
    ".version 7.0\n.target sm_75\n.address_size 64\n.visible .global .align 8 .u64 kcc_check_control;\n"
    ".visible .global .align 16 .b8 kcc_check_sites_0123456789abcdef[1];\n.visible .entry checked()\n{\n  "
    "ret;\n}\n";

constexpr char texts[] = "\0kernel.cpp\0checked\0part\0'int'";
enum Text : std::uint32_t { none = 0, file = 1, kernel = 12, part = 20, type = 25 };

GpuCheckSite access_site(std::uint32_t place, AccessKind kind, std::uint64_t object_bytes = 0) {
  GpuCheckSite site{};
  site.place = place;
  site.kernel = kernel;
  site.bytes = site.align = 4;
  site.kind = static_cast<std::uint8_t>(kind);
  site.object_bytes = object_bytes;
  if (object_bytes != 0) {
    site.name = part;
    site.operands = static_cast<std::uint8_t>(AccessSpace::shared);
  }
  return site;
}

GpuCheckSite sum_site(std::uint32_t place) {
  GpuCheckSite site{};
  site.place = place;
  site.kernel = kernel;
  site.name = type;
  site.align = 32;
  site.operands = 2;
  site.is_arithmetic = 1;
  site.kind = static_cast<std::uint8_t>(Arithmetic::addition);
  return site;
}

template <class T> void append(std::vector<std::byte> &to, const T &value) {
  const auto *bytes = reinterpret_cast<const std::byte *>(&value);
  to.insert(to.end(), bytes, bytes + sizeof value);
}

class GpuChecks : public testing::Test {
protected:
  enum Site { read, write, in_part, sum, again, site_count };

  GpuChecks() {
    fake_.reset();
    std::vector<std::byte> table;
    append(table, CheckTable{site_count, site_count, sizeof texts, 0});
    append(table, access_site(1, AccessKind::read));
    append(table, access_site(2, AccessKind::write));
    append(table, access_site(3, AccessKind::read, 64));
    append(table, sum_site(4));
    append(table, access_site(5, AccessKind::read));
    for (std::uint32_t line = 10; line < 10 + site_count; ++line)
      append(table, GpuCheckPlace{file, kernel, line, 3, 0});
    append(table, texts);
    fake_.initial_globals = {{sites_name, table}};
    fake_.globals.clear();
    module_.emplace(kcc::Module::load_ptx(device_, checked_ptx));
    kcc_check_control = reinterpret_cast<CheckControl *>(fake_.print_control);
    for (auto &[key, bytes] : fake_.globals)
      if (key.second == sites_name)
        sites_ = reinterpret_cast<GpuCheckSite *>(bytes.data() + sizeof(CheckTable));
    stream_.emplace(device_);
  }
  ~GpuChecks() override {
    stream_.reset();
    module_.reset();
    fake_.reset();
    fake_.initial_globals.clear();
    fake_.abandon();
  }

  /// What GPU code does before an access of 4 bytes. Returns whether the access happens.
  bool access(Site site, std::uint64_t place, std::uint64_t base) {
    const unsigned __int128 bounds = __kcc_check_bounds(base);
    const std::uint64_t begin = static_cast<std::uint64_t>(bounds),
                        bytes = static_cast<std::uint64_t>(bounds >> 64);
    const std::uint64_t right = bytes + 1 > 4 ? bytes + 1 - 4 : 0;
    const bool is_misaligned = place % 4 != 0;
    try {
      if (place - begin >= right || is_misaligned)
        __kcc_check_outside(place, base, 4, is_misaligned, &sites_[site], &variables_);
    } catch (const ThreadEnded &) {
      return false;
    }
    return true;
  }
  /// Lets the runtime tell the GPU of the buffers that there are.
  void launch() { stream_->launch(module_->kernel("checked"), {kcc::Blocks(1), kcc::Threads(1)}); }
  static std::uint64_t address(const kcc::Buffer<int> &buffer) {
    return reinterpret_cast<std::uint64_t>(buffer.data());
  }
  void expect_invalid(std::initializer_list<std::string> texts) {
    testing::internal::CaptureStderr();
    expect_error([&] { stream_->synchronize(); }, texts);
    printed_ = testing::internal::GetCapturedStderr();
  }

  fake_cuda::State &fake_ = fake_cuda::state();
  kcc::Device device_ = kcc::Device::cuda(2);
  std::optional<kcc::Module> module_;
  std::optional<kcc::Stream> stream_;
  GpuCheckSite *sites_ = nullptr;
  GpuCheckVariable variable_{0x7000'0000'0000, 8};
  GpuCheckModule variables_{reinterpret_cast<std::uint64_t>(&variable_), 1};
  std::string printed_;
};

TEST_F(GpuChecks, AccessesInsideOfABufferAreRight) {
  kcc::Buffer<int> buffer(device_, 100);
  launch();
  const std::uint64_t begin = address(buffer);
  EXPECT_EQ(static_cast<std::uint64_t>(__kcc_check_bounds(begin)), begin);
  EXPECT_EQ(static_cast<std::uint64_t>(__kcc_check_bounds(begin) >> 64), 400u);
  EXPECT_TRUE(access(read, begin, begin));
  EXPECT_TRUE(access(read, begin + 396, begin));
  EXPECT_TRUE(access(read, begin + 396, begin + 400)) << "from the end on backwards";
  EXPECT_TRUE(access(read, variable_.begin + 4, variable_.begin)) << "a variable of the module";
  EXPECT_TRUE(access(read, shared_window + 1024, shared_window + 1024));
  EXPECT_NO_THROW(stream_->synchronize());
}

TEST_F(GpuChecks, PastTheEndIsReportedAndCounted) {
  kcc::Buffer<int> buffer(device_, 100), next(device_, 100);
  launch();
  const std::uint64_t begin = address(buffer);
  EXPECT_FALSE(access(write, begin + 400, begin));
  EXPECT_FALSE(access(write, begin + 404, begin));
  EXPECT_FALSE(access(write, begin + 408, begin));
  expect_invalid({"waiting for a stream on device 2", "Invalid global write of size 4 bytes",
                  "is 0 bytes after buffer #", "of 400 bytes, at kernel.cpp:11:3 in `checked`"});
  EXPECT_THAT(printed_, testing::HasSubstr("========= Invalid global write of size 4 bytes\n"
                                           "=========     at kernel.cpp:11:3 in `checked`\n"
                                           "=========     by thread (5, 0, 0) in block (7, 0, 0)\n"));
  EXPECT_THAT(printed_, testing::HasSubstr("=========     in kernel `checked`\n"));
  EXPECT_NO_THROW(stream_->synchronize()) << "told once";
  EXPECT_FALSE(access(write, begin + 400, begin));
  expect_invalid({"bytes after buffer"});
  EXPECT_EQ(printed_, "") << "an equal one has been printed";
}

TEST_F(GpuChecks, SayWhatIsWrong) {
  kcc::Buffer<int> first(device_, 100), second(device_, 50);
  launch();
  const std::uint64_t begin = address(first);
  EXPECT_FALSE(access(read, 0, 0));
  expect_invalid({"is a null pointer, or an index from one"});
  EXPECT_FALSE(access(write, begin - 8, begin));
  expect_invalid({"is 8 bytes before buffer #"});
  EXPECT_FALSE(access(again, address(second), begin));
  expect_invalid({"is byte 0 of buffer #", "but was computed from buffer #"});
}

TEST_F(GpuChecks, MisalignedAndKnownObjects) {
  kcc::Buffer<int> buffer(device_, 100);
  launch();
  EXPECT_FALSE(access(read, address(buffer) + 2, address(buffer)));
  expect_invalid({"is misaligned: its type needs a multiple of 4"});
  EXPECT_THROW(__kcc_check_outside(64, 0, 4, false, &sites_[in_part], &variables_), ThreadEnded);
  expect_invalid({"Invalid shared read of size 4 bytes: address is 0 bytes after 'part' of 64 bytes"});
  EXPECT_FALSE(access(write, shared_window + 4096, shared_window + 1024));
  expect_invalid({"Invalid shared write", "is outside of the block's shared memory"});
}

TEST_F(GpuChecks, FreedMemoryIsKeptForAWhile) {
  std::uint64_t begin = 0;
  {
    kcc::Buffer<int> buffer(device_, 100);
    begin = address(buffer);
  }
  launch();
  EXPECT_FALSE(access(read, begin + 8, begin));
  expect_invalid({"is 8 bytes inside freed buffer #"});
}

TEST_F(GpuChecks, ArithmeticGoesOn) {
  __kcc_check_integers(true, 2147483647, 1, &sites_[sum]);
  __kcc_check_integers(true, 2147483647, 1, &sites_[sum]);
  testing::internal::CaptureStderr();
  EXPECT_NO_THROW(stream_->synchronize());
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              testing::HasSubstr("Overflow of 'int' in an addition\n=========     at kernel.cpp:13:3"));
}

TEST_F(GpuChecks, UnknownMemoryIsAnErrorOnlyIfTheGpuFails) {
  const std::uint64_t strange = 0x6123'4567'8000;
  EXPECT_TRUE(access(read, strange, strange)) << "it may be another library's";
  EXPECT_NO_THROW(stream_->synchronize());
  fake_.next_result["cuStreamSynchronize"] = 700;
  expect_invalid(
      {"CUDA_ERROR_ILLEGAL_ADDRESS (700)", "address 0x612345678000 is in no memory that the runtime"});
}

TEST_F(GpuChecks, SummaryNamesDevicesWhoseCodeHasNone) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto load = [&] {
    (void)kcc::Module::load_ptx(device_, ".version 7.0\n.target sm_75\n.visible .entry unchecked()\n{\n}\n");
    std::exit(0);
  };
  EXPECT_EXIT(load(), testing::ExitedWithCode(0),
              "Nothing was checked on device [0-9] .*, whose code has no checks: .* --check-gpu\n"
              "========= ERROR SUMMARY: 0 errors");
  EXPECT_EXIT(std::exit(0), testing::ExitedWithCode(0), "^========= ERROR SUMMARY: 0 errors");
}

} // namespace

int main(int argc, char **argv) {
  setenv("KCC_CUDA_DRIVER_LIBRARY", KCC_FAKE_CUDA_LIBRARY, 1);
  setenv("KCC_CHECK_EXIT_CODE", "0", 1);
  unsetenv("KCC_DEVICE");
  unsetenv("KCC_TRACE");
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
