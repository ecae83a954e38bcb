// Arithmetic in functions of the library that combine values: what they compute on the way to a result that
// fits is no error. And errors beside them.
#include <kcc/atomic.h>
#include <kcc/block.h>
#include <kcc/device.h>
#include <kcc/warp.h>

#include <climits>
#include <span>

using Out = std::span<int>;
using In = std::span<const int>;

static long long large_in_the_last_lanes(int lane) {
  return lane < 30 ? -1 : LLONG_MAX / 2;
}

//! 1x32
[[kcc::kernel]] void warp_sum(Out out, In in, Out) {
  const unsigned t = kcc::thread_idx().x;
  out[t] = kcc::warp::reduce(large_in_the_last_lanes(in[t])) > 0;
}

//! 1x64
[[kcc::kernel]] void block_sum(Out out, In in, Out) {
  const unsigned t = kcc::thread_idx().x;
  [[kcc::shared]] kcc::BlockReduce<long long, 64>::Shared shared;
  out[t] = kcc::BlockReduce<long long, 64>(shared).sum(large_in_the_last_lanes(in[t] & 31) / 2) > 0;
}

//! 1x32
[[kcc::kernel]] void block_product(Out out, In in, Out) {
  const unsigned t = kcc::thread_idx().x;
  [[kcc::shared]] kcc::BlockReduce<int, 32>::Shared shared;
  out[t] =
      kcc::BlockReduce<int, 32>(shared).reduce(in[t] < 30 ? 1 : 30000, [](int a, int b) { return a * b; });
}

//! 1x32
[[kcc::kernel]] void sum_of_some_lanes(Out out, In in, Out) {
  const unsigned t = kcc::thread_idx().x;
  if (t % 3 == 0)
    out[t] = kcc::warp::reduce(in[t] == 0   ? -100ll
                               : in[t] == 3 ? LLONG_MAX
                               : in[t] == 6 ? 7
                                            : 0,
                               std::plus<>{}, 0x49249249) > 0;
}

//! 1x32
[[kcc::kernel]] void warp_scan(Out out, In in, Out) {
  const unsigned t = kcc::thread_idx().x;
  out[t] = kcc::warp::inclusive_scan(in[t] == 0 ? -5 : in[t] == 1 ? INT_MAX : in[t] == 2 ? 1 : 0);
}

//! 1x64
[[kcc::kernel]] void block_scan(Out out, In in, Out) {
  const unsigned t = kcc::thread_idx().x;
  [[kcc::shared]] kcc::BlockScan<int, 64>::Shared shared;
  int items[] = {in[t] == 0 ? -5 : in[t] == 1 ? INT_MAX : in[t] == 2 ? 1 : 0};
  kcc::BlockScan<int, 64>(shared).inclusive_sum(items);
  out[t] = items[0];
}

//! 1x32
[[kcc::kernel]] void sum_of_infinite_numbers(Out out, In in, Out) {
  const unsigned t = kcc::thread_idx().x;
  const float x = in[t] < 28 ? 1 : in[t] % 2 == 0 ? 3e38f : -3e38f;
  [[kcc::shared]] kcc::BlockReduce<float, 32>::Shared shared;
  out[t] = kcc::BlockReduce<float, 32>(shared).sum(x) > 0;
}

//! 1x32
[[kcc::kernel]] void counters_wrap(Out out, In in, Out) {
  const unsigned t = kcc::thread_idx().x;
  [[kcc::shared]] int count;
  if (t == 0)
    count = INT_MAX - 5;
  kcc::sync_threads();
  kcc::atomic_ref<int>(count).fetch_add(in[t]);
  kcc::sync_threads();
  out[t] = count > 0;
}

//! 1x32 overflow
[[kcc::kernel]] void operand_of_a_sum(Out out, In in, Out) {
  const unsigned t = kcc::thread_idx().x;
  out[t] = kcc::warp::reduce(INT_MAX - 30 + in[t]) > 0; // here
}

//! 1x32 overflow
[[kcc::kernel]] void behind_a_sum(Out out, In in, Out) {
  const unsigned t = kcc::thread_idx().x;
  [[kcc::shared]] kcc::BlockReduce<int, 32>::Shared shared;
  out[t] = kcc::BlockReduce<int, 32>(shared).sum(in[t]) * 5000000; // here
}
