// A kernel whose threads do what the host tells them: random_orders.
#include "order_steps.h"

#include <kcc/atomic.h>
#include <kcc/device.h>

using Word = kcc::atomic_ref<unsigned, kcc::scope::device>;

/// Each thread takes `length` steps, which are in a row; `seen` gets what each of them has read.
[[kcc::kernel]] void take_steps(std::span<const Step> steps, unsigned length, std::span<unsigned> words,
                                std::span<unsigned> counters, std::span<unsigned> seen) {
  const unsigned first = kcc::global_index() * length;
  for (unsigned i = first; i < first + length; ++i) {
    const Step step = steps[i];
    if (step.kind == Step::sync) // all threads of the block, at the same step
      kcc::sync_threads();
    unsigned &word = words[step.place], &counter = counters[step.place];
    auto *const bytes = reinterpret_cast<unsigned char *>(&word);
    unsigned value = 0;
    switch (step.kind) {
    case Step::nothing:
    case Step::sync:
      break;
    case Step::read:
      value = word;
      break;
    case Step::write:
      word = i;
      break;
    case Step::read_byte:
      value = bytes[step.number];
      break;
    case Step::write_byte:
      bytes[step.number] = static_cast<unsigned char>(i);
      break;
    case Step::load:
      value = Word(word).load(std::memory_order_relaxed);
      break;
    case Step::add:
      value = Word(word).fetch_add(1, std::memory_order_relaxed);
      break;
    case Step::release:
      value = Word(counter).fetch_add(1, std::memory_order_release);
      break;
    case Step::pass_on:
      value = Word(counter).fetch_add(1, std::memory_order_acq_rel);
      break;
    case Step::wait:
      while ((value = Word(counter).load(std::memory_order_acquire)) < step.number) {
      }
      break;
    }
    seen[i] = value;
  }
}
