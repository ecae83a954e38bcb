// Kernels for programs whose launches on several streams race. The lines in which they may are marked.
#include <kcc/atomic.h>
#include <kcc/device.h>

#include <span>

[[kcc::kernel]] void fill(std::span<int> out, int value) {
  if (const auto i = kcc::global_index(); i < out.size())
    out[i] = value; // here
}

[[kcc::kernel]] void add(std::span<int> out, std::span<const int> in) {
  if (const auto i = kcc::global_index(); i < out.size())
    out[i] += in[i]; // here
}

[[kcc::kernel]] void reverse(std::span<int> out, std::span<const int> in) {
  if (const auto i = kcc::global_index(); i < out.size())
    out[i] = in[in.size() - 1 - i]; // here
}

[[kcc::kernel]] void sum_of_blocks(std::span<int> out, std::span<const int> in) {
  [[kcc::shared]] int part[256];
  const unsigned t = kcc::thread_idx().x;
  part[t] = in[kcc::global_index()]; // here
  kcc::sync_threads();
  for (unsigned step = 128; step != 0; step /= 2) {
    if (t < step)
      part[t] += part[t + step];
    kcc::sync_threads();
  }
  if (t == 0)
    out[kcc::block_idx().x] = part[0]; // here
}

[[kcc::kernel]] void count(std::span<int> counter, bool atomic) {
  if (atomic)
    kcc::atomic_ref<int, kcc::scope::device>(counter[0]).fetch_add(1, std::memory_order_relaxed);
  else if (kcc::global_index() == 0)
    counter[0] += 1; // here
}

[[kcc::kernel]] void bytes(std::span<unsigned char> out, unsigned char value) {
  if (const auto i = kcc::global_index(); i < out.size())
    out[i] = value; // here
}

[[kcc::kernel]] void produce(std::span<int> out, std::span<int> blocks_done) {
  if (const auto i = kcc::global_index(); i < out.size())
    out[i] = 3; // here
  kcc::sync_threads();
  if (kcc::thread_idx().x == 0)
    kcc::atomic_ref<int, kcc::scope::device>(blocks_done[0]).fetch_add(1, std::memory_order_release);
}

[[kcc::kernel]] void consume(std::span<int> out, std::span<const int> in, std::span<int> blocks_done,
                             int blocks) {
  const kcc::atomic_ref<int, kcc::scope::device> done(blocks_done[0]);
  if (blocks != 0 && kcc::thread_idx().x == 0)
    while (done.load(std::memory_order_acquire) < blocks)
      ;
  kcc::sync_threads();
  if (const auto i = kcc::global_index(); i < out.size())
    out[i] = in[i]; // here
}
