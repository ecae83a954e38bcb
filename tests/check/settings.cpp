// One error of each of three checks, and of each of arithmetic, for run_settings.
#include <kcc/device.h>

#include <span>

using Out = std::span<int>;
using In = std::span<const int>;

[[kcc::kernel]] void correct(Out out, In in, Out) {
  out[kcc::thread_idx().x] = in[kcc::thread_idx().x];
}
[[kcc::kernel]] void races(Out out, In in, Out) {
  [[kcc::shared]] int tile[64];
  unsigned t = kcc::thread_idx().x;
  tile[t] = in[t];
  out[t] = tile[t == 0 ? 0 : t - 1]; // race
}
[[kcc::kernel]] void same_value(Out out, In, Out) {
  out[0] = 1;
}
[[kcc::kernel]] void writes_outside(Out out, In, Out) {
  out.data()[256 + kcc::thread_idx().x] = 1;
}
[[kcc::kernel]] void computes(Out out, In in, Out) {
  const unsigned t = kcc::thread_idx().x;
  out[t] = (2147483647 - 30 + in[t]) & 1;
  out[t] += 1 << (in[t] + 1);
  const float x = static_cast<float>(in[t]);
  out[t] ^= static_cast<int>(x * 1e8f);
  out[t] ^= x / x > 2 ? 1 : 0;
  out[t] ^= 7 / in[t];
}
[[kcc::kernel]] void reads_unwritten(Out out, In, Out unwritten) {
  out[kcc::thread_idx().x] = unwritten[3] + 1;
}
