// fork(): a child uses the CPU device, and is told of the work that it lost.
#include "cpu_queue_test.h"

#include <functional>
#include <future>
#include <iostream>
#include <string_view>
#include <thread>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#ifdef __has_feature
#define KCC_CLANG_SANITIZES (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define KCC_CLANG_SANITIZES 0
#endif

namespace {

using kcc::Buffer;
using kcc::Device;
using kcc::Event;
using kcc::Stream;
using namespace cpu_queue;

class Fork : public CpuQueue {
protected:
  void SetUp() override {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || KCC_CLANG_SANITIZES
    GTEST_SKIP()
        << "the sanitizers do not support fork() beside other threads: their allocator's locks stay held in "
           "the child";
#endif
  }
};

/// Whether `child()` returns true in a child made by fork().
template <class F> bool in_forked_child(F child) {
  const pid_t pid = fork();
  if (pid == 0) {
    bool is_right = false;
    try {
      is_right = child();
    } catch (const kcc::Error &error) {
      std::cerr << error.what() << '\n';
    }
    _exit(is_right ? 0 : 1);
  }
  int status = 0;
  return waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// Whether `f()` throws that work was lost.
template <class F> bool says_lost(F f) {
  try {
    f();
  } catch (const kcc::Error &error) {
    return std::string_view(error.what()).find("lost in the child") != std::string_view::npos;
  }
  return false;
}

TEST_F(Fork, AChildMayUseTheDevice) {
  Stream before(cpu_);
  before.launch(meet, {}, &started_, &started_);
  before.synchronize();
  EXPECT_TRUE(in_forked_child([&] {
    std::uint32_t number = 0, one = 0, two = 0;
    Stream stream(cpu_), other(cpu_);
    Event event(cpu_);
    stream.launch(meet, {}, &one, &two); // each in a thread of its own
    other.launch(meet, {}, &two, &one);
    stream.launch(count, {kcc::Blocks(100)}, &number); // the device's workers help
    stream.record(event);
    other.wait(event);
    other.launch(count, {}, &number);
    other.synchronize();
    before.launch(count, {}, &number);
    before.synchronize();
    return number == 102;
  }));
}

TEST_F(Fork, AChildIsToldThatWorkIsLost) {
  Stream busy(cpu_);
  Event early(cpu_), late(cpu_);
  busy.record(early);
  block(busy);
  while (get(started_) == 0) // what the first kernel of a process initializes must be complete
    std::this_thread::yield();
  busy.record(late);
  std::uint32_t number = 0;
  busy.launch(count, {}, &number);
  const Buffer<int> buffer(cpu_, std::vector{7});
  EXPECT_TRUE(in_forked_child([&] {
    Stream stream(cpu_), behind(cpu_);
    stream.launch(count, {}, &number);
    stream.synchronize();
    behind.wait(late);
    return number == 1 && early.is_done() && says_lost([&] { (void)buffer.to_host(); }) &&
           says_lost([&] { late.synchronize(); }) && says_lost([&] { (void)late.is_done(); }) &&
           says_lost([&] { behind.synchronize(); }) && says_lost([&] { busy.synchronize(); }) &&
           says_lost([&] { busy.launch(count, {}, &number); }) && buffer.to_host() == std::vector{7};
  }));
  EXPECT_TRUE(in_forked_child([&] {
    const bool is_told = says_lost([&] { cpu_.synchronize(); });
    cpu_.synchronize(); // once
    return is_told;
  }));
  EXPECT_TRUE(in_forked_child([&] {
    const bool is_told = says_lost([&] { busy.synchronize(); });
    cpu_.synchronize();
    return is_told;
  }));
  EXPECT_TRUE(in_forked_child([&] {
    Device::cpu().reset();
    cpu_.synchronize();
    return true;
  }));
  EXPECT_TRUE(in_forked_child([&] { return says_lost([&] { (void)busy.is_done(); }); }));
  open();
  busy.synchronize();
  EXPECT_EQ(number, 1u);
}

TEST_F(Fork, NothingIsLostAfterAFunctionWasCalledAtTheEnd) {
  for (int i = 0; i < 100; ++i) {
    std::uint32_t number = 0;
    std::promise<void> called;
    Stream stream(cpu_);
    stream.launch(count, {}, &number);
    stream.when_done([&](auto) { called.set_value(); });
    called.get_future().get();
    ASSERT_TRUE(in_forked_child([&] {
      cpu_.synchronize();
      stream.synchronize();
      return number == 1;
    }));
  }
}

TEST_F(Fork, AChildMayWaitWithAFunction) {
  {
    Stream stream(cpu_); // the parent has the thread
    std::promise<void> called;
    stream.when_done([&](auto) { called.set_value(); });
    called.get_future().get();
  }
  EXPECT_TRUE(in_forked_child([&] {
    Stream stream(cpu_);
    int called = 0;
    stream.run_on_host([&] { ++called; });
    std::promise<void> over;
    stream.when_done([&](auto) { over.set_value(); });
    over.get_future().get();
    return called == 1;
  }));
}

} // namespace
