// FAIL: %kcc %s -o %t.ptx
#include <coroutine>
#include <kcc/device.h>

struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void unhandled_exception() {}
    void return_void() {}
  };
};
static Task write(int *out) {
// ERROR@-1:29: error: kernel 'start' reaches a coroutine, for which kcc has no GPU code; write the steps as a loop, or as a struct that keeps the state
  *out = 1;
  co_return;
}

[[kcc::kernel]] void start(int *out) { write(out); }
// ERROR@-1:40: note: called by 'start' here
