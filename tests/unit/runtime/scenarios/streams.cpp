#include "scenarios.h"

#include <kcc/runtime.h>

#include <exception>
#include <future>

void scenarios::streams(const kcc::Device &gpu) {
  kcc::Stream stream(gpu);
  kcc::Event first(gpu), second(gpu);
  stream.record(first);
  stream.wait(first);
  stream.record(second);
  stream.run_on_host([] {});
  (void)second.is_done();
  second.synchronize();
  (void)kcc::Event::elapsed(first, second);
  (void)stream.is_done();
  std::promise<std::exception_ptr> called;
  stream.when_done([&](std::exception_ptr failure) { called.set_value(failure); });
  if (const std::exception_ptr failure = called.get_future().get())
    std::rethrow_exception(failure);
  stream.synchronize();
  kcc::Stream urgent(gpu, {.priority = gpu.stream_priorities().greatest});
  kcc::Stream adopted = kcc::Stream::adopt(gpu, urgent.native_handle());
  kcc::Event event = kcc::Event::adopt(gpu, first.native_handle());
  adopted.record(event);
  adopted.synchronize();
}
