// What kernels print and why they fail, as the host sees it.
#include "devices.h"
#include "kernels/print.h"
#include "print_kernels.h"

#include <gmock/gmock.h>

#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace {

using kcc::Blocks;
using kcc::Buffer;
using kcc::Dim3;
using kcc::Error;
using kcc::Stream;
using kcc::Threads;
using printing::Failure;
using testing::ContainsRegex;
using testing::ElementsAre;
using testing::HasSubstr;

class Printing : public kcc::testing::DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    device_.on_output([this](const kcc::Output &output) {
      if (output.lost != 0)
        lost_ += output.lost;
      else
        messages_.push_back({std::string(output.text), output.block, output.thread});
    });
  }
  void TearDown() override { device_.on_output({}); }

  /// The concatenated texts.
  std::string all() const {
    std::string text;
    for (const Message &message : messages_)
      text += message.text;
    return text;
  }
  Buffer<char> on_device(const std::string &text) {
    return Buffer<char>(device_, std::vector<char>(text.c_str(), text.c_str() + text.size() + 1));
  }

  struct Message {
    std::string text;
    Dim3 block, thread;
  };
  std::vector<Message> messages_;
  std::uint64_t lost_ = 0;
  Stream stream_{device_};
};
KCC_FOR_EVERY_DEVICE(Printing);

TEST_P(Printing, ComesFromEveryThread) {
  auto print = [&](const auto &kernel) {
    messages_.clear();
    stream_.launch(kernel, {Blocks(3), Threads(50)});
    stream_.synchronize();
    ASSERT_EQ(messages_.size(), 150u);
    std::map<std::string, int> seen;
    for (const Message &message : messages_) {
      EXPECT_EQ(message.text, "thread " + std::to_string(message.thread.x) + " of block " +
                                  std::to_string(message.block.x) + "\n");
      ++seen[message.text];
    }
    EXPECT_EQ(seen.size(), 150u);
    EXPECT_EQ(lost_, 0u);
  };
  print(print_kernels::hello);
  print(print_kernels::hello_by_printf);
}

TEST_P(Printing, IsFormattedAsByStd) {
  stream_.launch(print_kernels::formats, {Blocks(1), Threads(1)});
  stream_.synchronize();
  // The results of libstdc++ 13's std::format, except for the last line: std::format has no null strings.
  EXPECT_EQ(all(), "plain {} and 100%\n"
                   "-1 2 -3 18446744073709551615\n"
                   "255 ff FF 377 101 101\n"
                   "0xff 0XFF 010 0b101 0\n"
                   "[   42] [42   ] [ 42  ] [   42] [-0042] [+42] [ 42]\n"
                   "[1*****] [ééabééé] [0x0000ff]\n"
                   "b a    b\n"
                   "true 0 true 0x1\n"
                   "x 120 x [y  ]\n"
                   "0.1 0.1 1e+100 100\n"
                   "3.142 1e+04 0.0001 1p-1 1.FFP+7\n"
                   "      3.14 2.72       +1.0 -000001.50\n"
                   "1. 1.00000 1.500000 2.000\n"
                   "inf -inf   inf\n"
                   "text te [äöü   ]\n"
                   "0x0 0x0\n"
                   "(null)\n");
}

TEST_P(Printing, CountsColumnsAsByStd) {
  stream_.launch(print_kernels::columns, {Blocks(1), Threads(1)});
  stream_.synchronize();
  EXPECT_EQ(all(), "[日本  ] [  é   ] [日] [****e\u0301] [a   ]\n");
}

TEST_P(Printing, PrintsIntegersOf128Bits) {
  const __int128 least = static_cast<__int128>(1) << 127;
  stream_.launch(print_kernels::wide, {Blocks(1), Threads(1)}, least, ~static_cast<unsigned __int128>(0));
  stream_.synchronize();
  EXPECT_EQ(all(), "-170141183460469231731687303715884105728 ffffffffffffffffffffffffffffffff\n");
}

TEST_P(Printing, NeverInterpretsData) {
  const auto text = on_device("%s%n{}{0}%d{{");
  stream_.launch(print_kernels::echo, {Blocks(1), Threads(1)}, text);
  stream_.synchronize();
  const std::string with_end = std::string("%s%n{}{0}%d{{") + '\0';
  EXPECT_EQ(all(), with_end + "|" + with_end + "\n%s%|%s%n{}{0}%d{{\n");
}

TEST_P(Printing, CutsLongStrings) {
  const std::string longer(3000, 'x');
  const auto text = on_device(longer);
  stream_.launch(print_kernels::echo, {Blocks(1), Threads(1)}, text);
  stream_.synchronize();
  const std::string cut = longer.substr(0, 1024) + "…";
  EXPECT_EQ(all(), cut + "|" + cut + "\nxxx|" + cut + "\n");
}

TEST_P(Printing, PrintfFormatsAsOnTheHost) {
  const auto text = on_device("text");
  stream_.launch(print_kernels::c_style, {Blocks(1), Threads(1)}, text, 3.14159, -1234567890123ll);
  stream_.synchronize();
  EXPECT_EQ(all(), "-1    42|42   |00042 +42  42\n"
                   "4000000000 ff FF 0xff 10 c%\n"
                   "44 4464 1099511627776 -1234567890123 7 ffffffffffffffff\n"
                   "3.141590 3.14 3.141590e+00 3.14159 0x1p-1\n"
                   "[text] [    text] [text    ] [te] []\n"
                   "[      1] [2      ] [3.142]\n"
                   "no arguments\n"
                   "text\n"
                   "!\n");
}

TEST_P(Printing, KeepsTheOrderOfEachThread) {
  stream_.launch(print_kernels::count, {Blocks(4), Threads(64)}, 10u);
  stream_.synchronize();
  ASSERT_EQ(messages_.size(), 2560u);
  std::map<unsigned, unsigned> next;
  for (const Message &message : messages_) {
    unsigned thread = 0, number = 0;
    ASSERT_EQ(std::sscanf(message.text.c_str(), "%u %u", &thread, &number), 2) << message.text;
    EXPECT_EQ(thread, message.block.x * 64 + message.thread.x);
    EXPECT_EQ(number, next[thread]++);
  }
}

TEST_P(Printing, CountsWhatIsLostAndGoesOn) {
  for (int round = 0; round != 3; ++round) {
    messages_.clear();
    lost_ = 0;
    stream_.launch(print_kernels::count, {Blocks(256), Threads(256)}, 2u);
    stream_.synchronize();
    EXPECT_GT(messages_.size(), 1000u);
    EXPECT_GT(lost_, 1000u);
    EXPECT_EQ(messages_.size() + lost_, 131072u);
    messages_.clear();
    stream_.launch(print_kernels::hello, {Blocks(1), Threads(1)});
    stream_.synchronize();
    EXPECT_EQ(all(), "thread 0 of block 0\n");
  }
}

TEST_P(Printing, ComesRoundTheRingManyTimes) {
  std::size_t received = 0;
  device_.on_output([&](const kcc::Output &output) { received += output.lost == 0; });
  for (int round = 0; round != 200; ++round) {
    stream_.launch(print_kernels::count, {Blocks(1), Threads(128)}, 3u);
    stream_.synchronize();
    ASSERT_EQ(received, static_cast<std::size_t>(round + 1) * 384);
  }
}

TEST_P(Printing, ComesWithEveryKindOfWait) {
  Buffer<int> values(device_, std::vector<int>{1});
  kcc::Event event(device_);
  const std::vector<std::function<void()>> waits = {
      [&] { stream_.synchronize(); },
      [&] { device_.synchronize(); },
      [&] {
        while (!stream_.is_done())
          std::this_thread::yield();
      },
      [&] { values.to_host(); },
      [&] {
        stream_.record(event);
        event.synchronize();
      },
      [&] { values.to_host(stream_); },
  };
  for (std::size_t i = 0; i != waits.size(); ++i) {
    messages_.clear();
    stream_.launch(print_kernels::hello, {Blocks(1), Threads(1)});
    waits[i]();
    EXPECT_EQ(all(), "thread 0 of block 0\n") << "wait " << i;
  }
}

TEST_P(Printing, ComesWithTheStreamsEnd) {
  {
    Stream other(device_);
    kcc::Event event(device_);
    other.launch(print_kernels::hello, {Blocks(1), Threads(1)});
    other.record(event);
    while (!event.is_done())
      std::this_thread::yield();
  }
  EXPECT_EQ(all(), "thread 0 of block 0\n");
}

TEST_P(Printing, GoesToStandardOutputWithoutAHandler) {
  device_.on_output({});
  testing::internal::CaptureStdout();
  stream_.launch(print_kernels::hello, {Blocks(1), Threads(1)});
  stream_.synchronize();
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "thread 0 of block 0\n");
}

TEST_P(Printing, AHandlersExceptionComesOutOfTheWait) {
  device_.on_output([](const kcc::Output &) { throw std::runtime_error("enough"); });
  stream_.launch(print_kernels::hello, {Blocks(1), Threads(1)});
  EXPECT_THROW(stream_.synchronize(), std::runtime_error);
  stream_.synchronize();
}

TEST_P(Printing, AHandlerMayUseTheDevice) {
  int calls = 0;
  device_.on_output([&](const kcc::Output &) {
    if (++calls != 1)
      return;
    Stream other(device_);
    other.launch(print_kernels::hello, {Blocks(1), Threads(1)});
    other.synchronize();
  });
  stream_.launch(print_kernels::hello, {Blocks(1), Threads(1)});
  stream_.synchronize();
  EXPECT_EQ(calls, 2);
}

TEST_P(Printing, ComesFromSeveralStreamsAtOnce) {
  std::vector<std::thread> threads;
  for (int i = 0; i != 4; ++i)
    threads.emplace_back([this] {
      Stream stream(device_);
      for (int round = 0; round != 20; ++round) {
        stream.launch(print_kernels::count, {Blocks(2), Threads(32)}, 2u);
        stream.synchronize();
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  device_.synchronize();
  EXPECT_EQ(messages_.size(), 4u * 20 * 128);
  EXPECT_EQ(lost_, 0u);
}

TEST_P(Printing, RoomCanBeSetInTime) {
  EXPECT_THROW(device_.set_output_capacity(1000), Error);
  EXPECT_GE(device_.output_capacity(), std::size_t{1} << 20);
  stream_.launch(print_kernels::hello, {Blocks(1), Threads(1)});
  stream_.synchronize();
  if (device_.backend() != kcc::Backend::cpu) {
    EXPECT_THROW(device_.set_output_capacity(std::size_t{1} << 21), Error);
  } else {
    const std::size_t before = device_.output_capacity();
    device_.set_output_capacity(100000);
    EXPECT_EQ(device_.output_capacity(), 131072u);
    device_.set_output_capacity(before);
  }
}

TEST_P(Printing, BreakpointsNeedADebugger) {
  if (GetParam() == kcc::Backend::cuda)
    GTEST_SKIP() << "on a GPU without a debugger a breakpoint may end the context";
  Buffer<int> values(device_, std::vector<int>{1});
  stream_.launch(print_kernels::stop, {Blocks(1), Threads(1)}, values);
  EXPECT_THAT(values.to_host(stream_), ElementsAre(2));
}

/// What kernels print until an Error is thrown, and its text.
std::string printed_and_error(kcc::Backend backend, const std::function<void(Stream &)> &work) {
  const kcc::Device device = backend == kcc::Backend::cuda ? kcc::Device::cuda() : kcc::Device::cpu();
  std::string text;
  device.on_output([&](const kcc::Output &message) { text += message.text; });
  Stream stream(device);
  try {
    work(stream);
    stream.synchronize();
    text += "no error";
  } catch (const Error &error) {
    text += std::string("error: ") + error.what();
  }
  device.on_output({});
  return text;
}

/// A failure destroys a GPU's context, so on a GPU it happens in a separate process.
void expect_error(kcc::Backend backend, const std::string &text, const std::function<void(Stream &)> &work) {
  if (backend == kcc::Backend::cpu) {
    EXPECT_THAT(printed_and_error(backend, work), ContainsRegex(text));
    return;
  }
  if (const std::string &why = kcc::testing::why_no_device(kcc::Backend::cuda); !why.empty())
    GTEST_SKIP() << why;
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        std::fputs(printed_and_error(backend, work).c_str(), stderr);
        std::exit(0);
      },
      testing::ExitedWithCode(0), text);
}

struct FailureCase {
  const char *name;
  Failure how;
  const char *text; ///< a POSIX regular expression
};

void PrintTo(const FailureCase &which, std::ostream *out) {
  *out << which.name;
}

constexpr char place[] = ", in block \\(1, 0, 0\\), thread \\(8, 0, 0\\)";
constexpr FailureCase failure_cases[] = {
    {"Assert", Failure::c_assert,
     "the assertion `value > 100 && \"too small\"` failed, at [^ ]*print.cpp:[0-9]+, in `void "
     "fail\\(.*\\)`"},
    {"Check", Failure::check,
     "the assertion `value > 100` failed, at [^ ]*print.cpp:[0-9]+, in `void fail\\("},
    {"CheckWithMessage", Failure::check_with_message,
     "the assertion `value > 100` failed: value is 77, text is %s\\{\\}, at [^ ]*print.cpp:[0-9]+, in `"},
    {"BuiltinTrap", Failure::builtin_trap, "the kernel trapped, (at [^ ]*print.cpp:[0-9]+, )?in `fail\\("},
    {"LibraryError", Failure::library_error,
     "the C\\+\\+ library would have thrown std::out_of_range: array::at: __n \\(which is 77\\) >= _Nm "
     "\\(which is 4\\)"},
    {"LibraryCheck", Failure::library_check,
     "the assertion `.*` failed, at .*span:[0-9]+, in `.*operator\\[\\]"},
    {"Abort", Failure::aborted, "the kernel called abort, (at [^ ]*print.cpp:[0-9]+, )?in `fail\\("},
    {"Terminate", Failure::terminated,
     "the kernel called std::terminate\\(\\), (at [^ ]*print.cpp:[0-9]+, )?in `fail\\("},
    {"Trap", Failure::trap, "the kernel trapped, at [^ ]*print.cpp:[0-9]+, in `fail`"},
    {"Unreachable", Failure::unreachable,
     "the assertion `kcc::unreachable\\(\\)` failed, at [^ ]*print.cpp:[0-9]+, in `fail`"},
};

class KernelFailure : public testing::TestWithParam<std::tuple<kcc::Backend, FailureCase>> {};

TEST_P(KernelFailure, SaysWhatAndWhere) {
  const auto &[backend, which] = GetParam();
  expect_error(backend,
               "before\nerror: .*kernel `fail` of module `print.cpp`.*: " + std::string(which.text) + ".*" +
                   place,
               [how = which.how](Stream &stream) {
                 const Buffer<char> text(stream.device(), std::vector<char>{'%', 's', '{', '}', '\0'});
                 stream.launch(print_kernels::fail, {Blocks(2), Threads(32)}, how, 77, text);
                 stream.synchronize();
               });
}
INSTANTIATE_TEST_SUITE_P(Devices, KernelFailure,
                         testing::Combine(testing::Values(kcc::Backend::cpu, kcc::Backend::cuda),
                                          testing::ValuesIn(failure_cases)),
                         [](const auto &info) {
                           return std::string(std::get<1>(info.param).name) +
                                  (std::get<0>(info.param) == kcc::Backend::cpu ? "Cpu" : "Cuda");
                         });

class KernelFailures : public testing::TestWithParam<kcc::Backend> {};
INSTANTIATE_TEST_SUITE_P(Devices, KernelFailures, testing::Values(kcc::Backend::cpu, kcc::Backend::cuda),
                         testing::PrintToStringParamName());

TEST_P(KernelFailures, AreReportedOnceWhenAllThreadsFail) {
  expect_error(
      GetParam(),
      "^error: .*the assertion `limit > static_cast<int>\\(kcc::global_index\\(\\)\\)` failed: thread "
      "[0-9]+, at [^\n]*$",
      [](Stream &stream) { stream.launch(print_kernels::fail_everywhere, {Blocks(64), Threads(256)}, 0); });
}

TEST_P(KernelFailures, EndThreadsThatWaitAtABarrier) {
  expect_error(GetParam(), "`kcc::thread_idx\\(\\).x != 33` failed: sum is 1, .*, thread \\(33, 0, 0\\)",
               [](Stream &stream) {
                 Buffer<int> values(stream.device(), 256);
                 stream.launch(print_kernels::fail_at_barrier, {Blocks(4), Threads(64)}, values);
                 stream.synchronize();
               });
}

TEST_P(KernelFailures, DoNotHappenWhenChecksHold) {
  const auto run = [](Stream &stream) {
    const Buffer<char> text(stream.device(), std::vector<char>(1));
    stream.launch(print_kernels::fail, {Blocks(2), Threads(32)}, Failure::check_with_message, 101, text);
  };
  if (const std::string &why = kcc::testing::why_no_device(GetParam()); !why.empty())
    GTEST_SKIP() << why;
  EXPECT_EQ(printed_and_error(GetParam(), run), "before\n2 after\nno error");
}

/// Other streams of the CPU device, and new ones, keep working.
TEST(CpuFailure, LeavesTheDeviceUsable) {
  const kcc::Device cpu = kcc::Device::cpu();
  EXPECT_THAT(printed_and_error(kcc::Backend::cpu,
                                [](Stream &stream) {
                                  stream.launch(print_kernels::fail_everywhere, {Blocks(1), Threads(1)}, 0);
                                }),
              HasSubstr("failed: thread 0"));
  EXPECT_EQ(
      printed_and_error(kcc::Backend::cpu,
                        [](Stream &stream) { stream.launch(print_kernels::hello, {Blocks(1), Threads(1)}); }),
      "thread 0 of block 0\nno error");
}

} // namespace
