// Asynchronous copies become the instructions of each architecture, and the loads stay after the waits.
// RUN: %kcc %s --arch=sm_90 -o %t.ptx && %check --check-prefixes=CHECK,NEW < %t.ptx
// RUN: %kcc %s --arch=sm_80 -o %T/80.ptx && %check --check-prefixes=CHECK,AMPERE < %T/80.ptx
// RUN: %kcc %s --arch=sm_75 -o %T/75.ptx && %check --check-prefix=OLD < %T/75.ptx
// RUN: %kcc %s --arch=sm_60 -o %T/60.ptx
// RUN: %kcc %s --arch=sm_75 -O0 -o %T/plain75.ptx
// RUN: %kcc %s --arch=sm_80 -O0 -o %T/plain80.ptx
// RUN: %kcc %s --arch=sm_90 -O0 -o %T/plain90.ptx
// RUN: %kcc %s --target=cpu --emit=obj -o %t.o
#include <kcc/async_copy.h>
#include <kcc/device.h>

struct alignas(16) Four {
  float values[4];
};
struct Odd {
  char bytes[3];
};

// CHECK-LABEL: .entry sizes(
// CHECK: cp.async.ca.shared.global {{.*}}, 4;
// CHECK: cp.async.ca.shared.global {{.*}}, 8;
// CHECK: cp.async.cg.shared.global {{.*}}, 16;
// CHECK: ld.global.b8
// CHECK: cp.async.wait_all;
// CHECK: ld.shared
// OLD-LABEL: .entry sizes(
// OLD-NOT: cp.async
[[kcc::kernel("sizes")]] void sizes(const float *a, const double *b, const Four *c, const Odd *d, Odd *last,
                                    double *out) {
  [[kcc::shared]] static float one;
  [[kcc::shared]] static double two;
  [[kcc::shared]] static Four four;
  [[kcc::shared]] static Odd odd;
  kcc::async_copy(&one, a);
  kcc::async_copy(&two, b);
  kcc::async_copy(&four, c);
  kcc::async_copy(&odd, d);
  kcc::async_wait_all();
  *out = one + two + four.values[3];
  *last = odd;
}

// CHECK-LABEL: .entry groups(
// CHECK: cp.async.ca.shared.global
// CHECK: cp.async.commit_group;
// CHECK: cp.async.ca.shared.global
// CHECK: cp.async.commit_group;
// CHECK: cp.async.wait_group 1;
// CHECK: bar.sync
// CHECK: ld.shared
// CHECK: cp.async.wait_group 0;
// CHECK: bar.sync
// CHECK: ld.shared
[[kcc::kernel("groups")]] void groups(const int *in, int *out) {
  [[kcc::shared]] static int first[64], second[64];
  const std::uint32_t i = kcc::thread_idx().x;
  kcc::async_copy(&first[i], in + i);
  kcc::async_commit();
  kcc::async_copy(&second[i], in + 64 + i);
  kcc::async_commit();
  kcc::async_wait<1>();
  kcc::sync_threads();
  out[i] = first[63 - i];
  kcc::async_wait<0>();
  kcc::sync_threads();
  out[i] += second[63 - i];
}

// CHECK-LABEL: .entry by_barrier(
// CHECK: mbarrier.init
// CHECK: cp.async.mbarrier.arrive.noinc.shared.b64
// NEW: fence.proxy.async.shared::cta;
// NEW: mbarrier.expect_tx.relaxed.cta.shared.b64
// NEW: cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes
// NEW: mbarrier.arrive.shared.b64
// NEW: mbarrier.try_wait.parity
// AMPERE-NOT: cp.async.bulk
// CHECK: ld.shared
[[kcc::kernel("by_barrier")]] void by_barrier(std::span<const int> in, int *out) {
  [[kcc::shared]] static int small[64];
  [[kcc::shared]] alignas(16) static int large[256];
  [[kcc::shared]] static kcc::barrier copied, bulk;
  const std::uint32_t i = kcc::thread_idx().x;
  if (i == 0) {
    copied.init(64);
    bulk.init(1);
  }
  kcc::sync_threads();
  kcc::async_copy(&small[i], &in[i]);
  kcc::async_arrive(copied);
  if (i == 0) {
    kcc::bulk_copy(std::span(large), in.subspan(0, 256), bulk);
    (void)bulk.arrive();
  }
  copied.wait_parity(false);
  bulk.wait_parity(false);
  out[i] = small[63 - i] + large[255 - i];
}
