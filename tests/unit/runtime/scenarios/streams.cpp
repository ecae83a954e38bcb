#include "scenarios.h"

#include <kcc/runtime/stream.h>

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
  stream.synchronize();
}
