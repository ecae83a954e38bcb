// Coroutines that wait for streams: several at the same time on one thread, and none of them blocks it.
#include "../common/example.h"

#include "event_loop.h"
#include "example_coroutines_kernels.h"

#include <future>
#include <vector>

namespace {

Task compute(kcc::Stream &stream, kcc::Buffer<float> &values, kcc::Executor executor) {
  for (int i = 0; i < 10; ++i) {
    stream.launch(kernels::step, kcc::cover(values.size(), 256), values);
    co_await stream.done(executor); // other coroutines run meanwhile
  }
}

Task fail(kcc::Stream &stream, kcc::Executor executor) {
  stream.run_on_host([] { throw std::runtime_error("no more paper"); });
  co_await stream.done(executor);
}

void run(const kcc::Device &device) {
  EventLoop loop;
  const kcc::Executor executor = [&](auto resume) { loop.post(resume); };

  kcc::Stream stream(device), other(device);
  kcc::Buffer<float> values(device, std::vector<float>(1 << 16)), others(device, std::vector<float>(1 << 16));
  Task one = compute(stream, values, executor);
  Task two = compute(other, others, executor);
  loop.run_until([&] { return one.is_over() && two.is_over(); });
  one.get();
  two.get();
  const std::vector<float> expected(values.size(), 2.0f - 1.0f / 512);
  example::expect(values.to_host(stream) == expected && others.to_host(other) == expected,
                  "two coroutines took ten steps each, on one thread");

  const Task failing = fail(stream, executor);
  loop.run_until([&] { return failing.is_over(); });
  std::string failure;
  try {
    failing.get();
  } catch (const std::runtime_error &error) {
    failure = error.what();
  }
  example::expect(failure == "no more paper", "a failure arrives in the coroutine");

  std::promise<std::exception_ptr> finished;
  stream.launch(kernels::step, kcc::cover(values.size(), 256), values);
  stream.when_done([&](std::exception_ptr failure) { finished.set_value(failure); });
  example::expect(finished.get_future().get() == nullptr, "a function was called when the work was done");
}

} // namespace

int main(int argc, char **argv) {
  return example::run(argc, argv, run);
}
