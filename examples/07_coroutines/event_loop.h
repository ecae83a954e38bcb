// The least that a program with coroutines needs; frameworks such as Asio bring both.
#ifndef KCC_EXAMPLES_EVENT_LOOP_H
#define KCC_EXAMPLES_EVENT_LOOP_H

#include <condition_variable>
#include <coroutine>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <utility>

/// Functions that other threads give to the thread that runs them.
class EventLoop {
public:
  void post(std::function<void()> function) {
    const std::lock_guard lock(mutex_);
    functions_.push_back(std::move(function));
    changed_.notify_one();
  }
  template <class Predicate> void run_until(Predicate is_over) {
    while (!is_over()) {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return !functions_.empty(); });
      const std::function<void()> function = std::move(functions_.front());
      functions_.pop_front();
      lock.unlock();
      function();
    }
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> functions_;
};

/// A coroutine that begins at once. Its destructor ends it, suspended or not.
class Task {
public:
  struct promise_type {
    std::exception_ptr failure;
    Task get_return_object() { return Task(std::coroutine_handle<promise_type>::from_promise(*this)); }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { failure = std::current_exception(); }
  };
  Task(Task &&other) noexcept : coroutine_(std::exchange(other.coroutine_, {})) {}
  ~Task() {
    if (coroutine_)
      coroutine_.destroy();
  }
  bool is_over() const { return coroutine_.done(); }
  /// Throws what the coroutine has thrown.
  void get() const {
    if (coroutine_.promise().failure)
      std::rethrow_exception(coroutine_.promise().failure);
  }

private:
  explicit Task(std::coroutine_handle<promise_type> coroutine) : coroutine_(coroutine) {}
  std::coroutine_handle<promise_type> coroutine_;
};

#endif
