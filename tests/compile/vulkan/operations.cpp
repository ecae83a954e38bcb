// Operations that SPIR-V has in another form, or not at all.
// REQUIRES: spirv-val
// RUN: for level in 0 1 2 3; do %kcc --target=vulkan -O$level %s -o %t.spv && spirv-val --target-env vulkan1.2 %t.spv || exit 1; done
// RUN: for level in 0 1 2 3; do %kcc --target=spirv -O$level %s -o %t.spv && spirv-val --target-env spv1.3 %t.spv || exit 1; done
#include <cmath>
#include <kcc/atomic.h>
#include <kcc/device.h>
#include <kcc/print.h>

struct Numbers {
  unsigned char small;
  unsigned short middle;
  unsigned word;
  unsigned long wide;
  __int128 widest;
  float f;
  double d;
};

[[kcc::kernel]] void integers(Numbers *n) {
  n->small = static_cast<unsigned char>(__builtin_popcount(n->word) + __builtin_clz(n->word | 1));
  n->middle = static_cast<unsigned short>(__builtin_ctzl(n->wide | 8) + __builtin_bswap16(n->middle));
  n->word = __builtin_bitreverse32(n->word) ^ static_cast<unsigned>(__builtin_bitreverse64(n->wide));
  n->widest = (n->widest * 7 + static_cast<long>(n->wide)) >> (n->word & 127);
  n->widest = n->widest / (static_cast<__int128>(n->word) << 40 | 1) % 1'000'000'007;
  n->wide = __builtin_rotateleft64(n->wide, n->small) / (n->word | 1) % 1000;
  int product;
  if (__builtin_mul_overflow(static_cast<int>(n->word), static_cast<int>(n->middle), &product))
    n->wide = 0;
  if (n->widest < 0)
    n->word = static_cast<unsigned>(product);
}

[[kcc::kernel]] void floats(Numbers *n) {
  n->f = __builtin_sqrtf(n->f) + __builtin_fmaf(n->f, 2, 1) + __builtin_floorf(n->f) + std::sin(n->f);
  n->d = __builtin_fmin(n->d, 3) * __builtin_copysign(n->d, -1.0) / __builtin_rint(n->d);
  n->word = static_cast<unsigned>(n->d) + static_cast<unsigned>(__builtin_isnan(n->f));
}

[[kcc::kernel]] void atomics(Numbers *n) {
  [[kcc::shared]] static unsigned char bytes[64];
  bytes[kcc::thread_idx().x] = n->small;
  kcc::sync_threads();
  kcc::atomic_ref(n->word).fetch_max(bytes[63 - kcc::thread_idx().x]);
  kcc::atomic_ref(n->wide).fetch_add(1, std::memory_order_relaxed);
  kcc::atomic_ref(n->f).fetch_add(1.5f);
  kcc::atomic_ref(n->d).fetch_add(1.5);
  kcc::atomic_ref(n->small).fetch_xor(3);
  kcc::atomic_ref(n->middle).fetch_sub(3);
}

[[kcc::kernel]] void flow(int *data, int n) {
  int seen[8] = {};
  for (int i = 0; i < n; ++i) {
    switch (data[i] % 5) {
    case 0:
      continue;
    case 1:
      seen[i % 8] += 2;
      break;
    case 2:
      if (seen[data[i] & 7] > 100)
        return;
      [[fallthrough]];
    case 3:
      seen[data[i] & 7] -= i;
      break;
    default:
      for (int j = i; j > 0 && data[j] != data[i - 1]; --j)
        data[j] += seen[j & 7];
    }
    if (data[i] == 77)
      goto end;
  }
  data[1] = 1;
end:
  data[0] = seen[data[0] & 7];
}

[[kcc::kernel]] void printing(int *data) {
  kcc::print("{} of {}\n", data[0], kcc::thread_idx().x);
  if (data[1] == 5)
    __builtin_trap();
  data[1] = 0;
}
