// A coroutine that nobody owns: its end is in the promise that it gets.
#ifndef KCC_TESTS_DETACHED_H
#define KCC_TESTS_DETACHED_H

#include <coroutine>
#include <exception>

namespace kcc::testing {

struct Detached {
  struct promise_type {
    Detached get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
};

} // namespace kcc::testing

#endif
