// Waiting without a thread: co_await stream.done(), and functions that are called when work is done.
#include "on_both_backends.h"

#include <kcc/runtime.h>

#include <gmock/gmock.h>

#include <atomic>
#include <coroutine>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <unistd.h>

namespace {

using kcc::Event;
using kcc::Stream;
using testing::HasSubstr;

/// A coroutine that starts at once. Its owner gets what it throws, and may destroy it suspended.
class Task {
public:
  struct promise_type {
    std::promise<void> ended;
    Task get_return_object() { return Task(std::coroutine_handle<promise_type>::from_promise(*this)); }
    std::suspend_never initial_suspend() noexcept { return {}; }
    /// The last that happens in the coroutine: the owner may destroy it as soon as the future is ready.
    auto final_suspend() noexcept {
      struct Final {
        bool await_ready() noexcept { return false; }
        void await_suspend(std::coroutine_handle<promise_type> coroutine) noexcept {
          promise_type &promise = coroutine.promise();
          std::promise<void> ended = std::move(promise.ended);
          ended.set_value();
        }
        void await_resume() noexcept {}
      };
      return Final();
    }
    void return_void() {}
    void unhandled_exception() { exception = std::current_exception(); }
    std::exception_ptr exception;
  };

  Task(Task &&other) noexcept
      : coroutine_(std::exchange(other.coroutine_, {})), ended_(std::move(other.ended_)) {}
  ~Task() { destroy(); }
  void destroy() {
    if (coroutine_)
      std::exchange(coroutine_, {}).destroy();
  }
  void get() {
    ended_.get();
    if (std::exception_ptr exception = std::exchange(coroutine_.promise().exception, nullptr))
      std::rethrow_exception(std::move(exception));
  }
  bool has_ended() const { return ended_.wait_for(std::chrono::seconds(0)) == std::future_status::ready; }

private:
  explicit Task(std::coroutine_handle<promise_type> coroutine)
      : coroutine_(coroutine), ended_(coroutine.promise().ended.get_future()) {}
  std::coroutine_handle<promise_type> coroutine_;
  std::future<void> ended_;
};

class Done : public OnBothBackends {
protected:
  /// Work that is not done before open().
  void close(Stream &stream) {
    if (GetParam() == kcc::Backend::cuda) {
      const std::lock_guard lock(fake_.mutex);
      fake_.late_copies = true;
    }
    stream.run_on_host([gate = gate_] { gate.wait(); });
  }
  void open() {
    opened_.set_value();
    const std::lock_guard lock(fake_.mutex);
    fake_.copy_late();
    fake_.late_copies = false;
  }

  std::promise<void> opened_;
  std::shared_future<void> gate_ = opened_.get_future().share();
  Stream stream_{device_};
};

TEST_P(Done, GoesOnWithTheCoroutineWhenTheWorkIsDone) {
  close(stream_);
  std::thread::id resumed;
  Task task = [](Stream &stream, std::thread::id &on) -> Task {
    co_await stream.done();
    on = std::this_thread::get_id();
  }(stream_, resumed);
  EXPECT_FALSE(task.has_ended());
  open();
  task.get();
  EXPECT_NE(resumed, std::this_thread::get_id());
}

TEST_P(Done, DoesNotSuspendWhenThereIsNothingToWaitFor) {
  Task task = [](Stream &stream) -> Task {
    co_await stream.done();
    kcc::Event event(stream.device());
    co_await event.done(); // never recorded
    stream.record(event);
    co_await event.done();
  }(stream_);
  EXPECT_TRUE(task.has_ended());
  task.get();
}

TEST_P(Done, WaitsAgainOnTheThreadThatItResumedOn) {
  close(stream_);
  int steps = 0;
  Task task = [](Stream &stream, int &count) -> Task {
    for (int i = 0; i < 20; ++i) {
      stream.run_on_host([&] { ++count; });
      co_await stream.done();
    }
    stream.synchronize();
  }(stream_, steps);
  open();
  task.get();
  EXPECT_EQ(steps, 20);
}

TEST_P(Done, WaitsForAnEvent) {
  Event event(device_);
  close(stream_);
  stream_.record(event);
  Task task = [](Event &e) -> Task { co_await e.done(); }(event);
  EXPECT_FALSE(task.has_ended());
  open();
  task.get();
}

TEST_P(Done, ThrowsWhatTheFunctionsOnTheHostHaveThrown) {
  close(stream_);
  stream_.run_on_host([] { throw std::runtime_error("from the host"); });
  Task task = [](Stream &stream) -> Task { co_await stream.done(); }(stream_);
  open();
  EXPECT_THROW(task.get(), std::runtime_error);
  EXPECT_NO_THROW(stream_.synchronize()); // reported once
}

TEST_P(Done, OutlivesTheStream) {
  close(stream_);
  auto stream = std::make_unique<Stream>(device_);
  Event event(device_);
  stream_.record(event);
  stream->wait(event);
  stream->run_on_host([gate = gate_] { gate.wait(); }); // for the fake driver, which does not order streams
  Task task = [](Stream &s) -> Task { co_await s.done(); }(*stream);
  stream.reset();
  EXPECT_FALSE(task.has_ended());
  open();
  task.get();
}

TEST_P(Done, IsCancelledWithTheCoroutine) {
  close(stream_);
  bool has_resumed = false;
  Task task = [](Stream &stream, bool &resumed) -> Task {
    co_await stream.done();
    resumed = true;
  }(stream_, has_resumed);
  task.destroy();
  open();
  stream_.synchronize();
  EXPECT_FALSE(has_resumed);
}

TEST_P(Done, ResumesWhereTheExecutorSays) {
  std::promise<std::function<void()>> given;
  close(stream_);
  std::thread::id resumed;
  Task task = [](Stream &stream, std::promise<std::function<void()>> &to, std::thread::id &on) -> Task {
    co_await stream.done([&](std::function<void()> resume) { to.set_value(std::move(resume)); });
    on = std::this_thread::get_id();
  }(stream_, given, resumed);
  open();
  const std::function<void()> resume = given.get_future().get();
  EXPECT_FALSE(task.has_ended());
  resume();
  EXPECT_TRUE(task.has_ended());
  EXPECT_EQ(resumed, std::this_thread::get_id());
  resume(); // once is enough
}

TEST_P(Done, MayBeCancelledBetweenItsEndAndTheExecutor) {
  std::promise<std::function<void()>> given;
  close(stream_);
  Task task = [](Stream &stream, std::promise<std::function<void()>> &to) -> Task {
    co_await stream.done([&](std::function<void()> resume) { to.set_value(std::move(resume)); });
    ADD_FAILURE();
  }(stream_, given);
  open();
  const std::function<void()> resume = given.get_future().get();
  task.destroy();
  resume();
}

TEST_P(Done, ThrowsWhatTheExecutorThrows) {
  close(stream_);
  Task task = [](Stream &stream) -> Task {
    co_await stream.done([](const std::function<void()> &) { throw std::runtime_error("closed"); });
  }(stream_);
  open();
  EXPECT_THROW(task.get(), std::runtime_error);
}

TEST_P(Done, CallsAFunctionThatMayUseDevices) {
  close(stream_);
  std::promise<std::exception_ptr> called;
  stream_.when_done([&](std::exception_ptr failure) {
    stream_.synchronize();
    called.set_value(std::move(failure));
  });
  std::future<std::exception_ptr> result = called.get_future();
  EXPECT_EQ(result.wait_for(std::chrono::seconds(0)), std::future_status::timeout);
  open();
  EXPECT_FALSE(result.get());
}

TEST_P(Done, CallsTheFunctionWithTheFailure) {
  close(stream_);
  stream_.run_on_host([] { throw std::runtime_error("from the host"); });
  std::promise<std::exception_ptr> called;
  stream_.when_done([&](std::exception_ptr failure) { called.set_value(std::move(failure)); });
  open();
  EXPECT_THROW(std::rethrow_exception(called.get_future().get()), std::runtime_error);
}

TEST_P(Done, AnEmptyFunctionIsRefused) {
  EXPECT_THROW(stream_.when_done({}), kcc::Error);
}

TEST_P(Done, IsRefusedInACapture) {
  EXPECT_THROW((void)kcc::Graph::capture(stream_, [](Stream &stream) { stream.when_done([](auto) {}); }),
               kcc::Error);
}

TEST_P(Done, GoesOnWithManyAtTheSameTime) {
  constexpr int count = 100;
  std::vector<Stream> streams;
  for (int i = 0; i < count; ++i)
    streams.emplace_back(device_);
  Event event(device_);
  close(stream_);
  stream_.record(event);
  std::vector<Task> tasks;
  for (Stream &stream : streams) {
    stream.wait(event);
    tasks.push_back([](Stream &s) -> Task { co_await s.done(); }(stream));
  }
  open();
  for (Task &task : tasks)
    task.get();
}

KCC_ON_BOTH_BACKENDS(Done);

class DoneOnFakeGpu : public CudaBackend {};

/// After a failure, the driver calls nothing on the host.
TEST_F(DoneOnFakeGpu, FindsAFailure) {
  Stream stream(gpu_);
  fake_.late_copies = true;
  stream.launch(test_image::nothing, {});
  stream.run_on_host([] {});
  Task task = [](Stream &s) -> Task { co_await s.done(); }(stream);
  {
    const std::lock_guard lock(fake_.mutex);
    fake_.late.clear();
    fake_.lasting_result["cuEventQuery"] = 700;
  }
  try {
    task.get();
    ADD_FAILURE() << "no error";
  } catch (const kcc::Error &error) {
    EXPECT_EQ(error.category(), kcc::ErrorCategory::kernel_failed);
    EXPECT_THAT(error.what(), HasSubstr("waiting for a stream on device 1 (Fake H200), after kernel"));
  }
}

TEST_F(DoneOnFakeGpu, RefusesWhatTheDriverRefuses) {
  Stream stream(gpu_);
  for (const char *call : {"cuEventCreate", "cuEventRecord", "cuLaunchHostFunc"}) {
    fake_.next_result[call] = 2;
    EXPECT_THROW(stream.when_done([](auto) { ADD_FAILURE(); }), kcc::Error) << call;
  }
}

class DoneOnCpu : public testing::Test {
protected:
  kcc::Device cpu_ = kcc::Device::cpu();
};

TEST_F(DoneOnCpu, IsOverAtTheEventAndNotLater) {
  Stream stream(cpu_);
  Event event(cpu_);
  std::promise<void> opened;
  bool is_done = false;
  stream.run_on_host([&] { is_done = true; });
  stream.record(event);
  stream.run_on_host([&] { opened.get_future().wait(); });
  Task task = [](Event &e) -> Task { co_await e.done(); }(event);
  task.get();
  EXPECT_TRUE(is_done);
  EXPECT_FALSE(stream.is_done());
  opened.set_value();
  stream.synchronize();
}

TEST_F(DoneOnCpu, LeavesExceptionsOfLaterLaunchesToTheStream) {
  Stream stream(cpu_);
  std::promise<void> opened, waited;
  int calls = 0;
  const auto graph = kcc::Graph::capture(stream, [&](Stream &s) {
    s.run_on_host([&] {
      if (++calls == 1)
        return;
      opened.get_future().wait();
      throw std::runtime_error("from the second launch");
    });
  });
  kcc::GraphExec exec = graph.instantiate();
  stream.launch(exec);
  stream.when_done([&](std::exception_ptr failure) {
    EXPECT_FALSE(failure);
    waited.set_value();
  });
  stream.launch(exec);
  waited.get_future().wait();
  opened.set_value();
  EXPECT_THROW(stream.synchronize(), std::runtime_error);
}

using DoneDeathTest = DoneOnCpu;

TEST_F(DoneDeathTest, LetsTheProcessExitWithPendingWaits) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        static Stream stream(cpu_);
        stream.run_on_host([] { std::this_thread::sleep_for(std::chrono::milliseconds(20)); });
        stream.when_done([](auto) {});
        std::exit(7);
      },
      testing::ExitedWithCode(7), "");
}

TEST_F(DoneDeathTest, LetsAResumedCoroutineExit) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        static Stream stream(cpu_);
        stream.when_done([](auto) { std::exit(8); });
        for (;;)
          pause();
      },
      testing::ExitedWithCode(8), "");
}

} // namespace
