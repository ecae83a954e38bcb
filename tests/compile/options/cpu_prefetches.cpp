// clang-format off
// On the CPU device, threads fetch into the cache what a later block or iteration reads, and what loops will soon write, once
// for each cache line. Printed are the fetches for reads and for writes.
// RUN: %kcc --target=cpu --emit=llvm-ir %s -o %t.ll
// RUN: awk '/^define.*x86-64-v4/ { match($0, /_Z[0-9]+[a-z]+/); name = substr($0, RSTART + 3); sub(/St.*/, "", name) } \
// RUN:   /call.*prefetch/ { if (/i32 1, i32 3/) ++writes[name]; else ++reads[name] } \
// RUN:   /^}/ && name { print name, reads[name] + 0, writes[name] + 0; name = "" }' %t.ll | %check
// RUN: %kcc --target=cpu --emit=llvm-ir --check=race %s -o %t.ll && ! grep -q 'call.*prefetch' %t.ll
// RUN: %kcc --target=cpu --emit=llvm-ir %s -o %t.ll && %check --check-prefix=ALIGNED --input-file=%t.ll
#include <kcc/device.h>

// The array of the parameters' addresses is aligned, so that each may be loaded before any branch.
// ALIGNED: define {{.*}}@kcc.thread.{{.*}}copy{{.*}}(ptr {{.*}}align 8{{.*}}dereferenceable

// The processor foresees what neighbouring blocks read, but not soon enough what they write; 32 numbers are two cache lines.
// CHECK: copy 2 2
[[kcc::kernel]] void copy(std::span<float> out, std::span<const float> in) {
  const std::size_t i = kcc::global_index();
  if (i < out.size())
    out[i] = in[i];
}

// In whole groups of lanes, in such groups where all lanes go one way, and in others: two cache lines for 32 lanes.
// CHECK: sum 6 0
[[kcc::kernel]] void sum(std::span<float> sums, std::span<const float> in) {
  [[kcc::shared]] float partial[256];
  const std::uint32_t thread = kcc::thread_idx().x;
  partial[thread] = in[kcc::block_idx().x * std::size_t{256} + thread];
  kcc::sync_threads();
  for (std::uint32_t half = 128; half > 0; half /= 2) {
    if (thread < half)
      partial[thread] += partial[thread + half];
    kcc::sync_threads();
  }
  if (thread == 0)
    sums[kcc::block_idx().x] = partial[0];
}

// An index of 32 bits might wrap from lane to lane; no lane fetches for itself because of that. Four rows are written.
// CHECK: transpose 9 4
[[kcc::kernel]] void transpose(std::span<float> out, std::span<const float> in, std::uint32_t width) {
  [[kcc::shared]] float tile[32][33];
  const std::uint32_t x = kcc::thread_idx().x, y = kcc::thread_idx().y;
  const std::uint32_t left = kcc::block_idx().x * 32, top = kcc::block_idx().y * 32;
  for (std::uint32_t row = y; row < 32; row += 8)
    tile[row][x] = in[(top + row) * width + left + x];
  kcc::sync_threads();
  for (std::uint32_t row = y; row < 32; row += 8)
    out[(left + row) * width + top + x] = tile[x][row];
}

// Of three rows, the last one, in each of three forms of the code, and what the loop over whole groups reads and writes soon.
// CHECK: blur 6 1
[[kcc::kernel]] void blur(std::span<float> out, std::span<const float> in, std::size_t width) {
  const auto [x, y] = kcc::global_index_2d();
  float sum = 0;
  for (int row = 0; row < 3; ++row)
    sum += in[(y + row) * width + x];
  out[y * width + x] = sum;
}

// In a loop that runs long, an iteration's reads have little to do with the next block's.
// CHECK: product 0 1
[[kcc::kernel]] void product(std::span<float> c, std::span<const float> a, std::span<const float> b, std::size_t n) {
  const auto [x, y] = kcc::global_index_2d();
  float sum = 0;
  for (std::size_t k = 0; k < n; ++k)
    sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}

// All threads read one number: the pointer goes back as far as the index goes on.
// CHECK: mirrored 0 4
[[kcc::kernel]] void mirrored(std::span<float> out, std::span<const float> in, std::size_t last, std::uint32_t first, std::uint32_t count) {
  float sum = 0;
  const float *const back = &in[last - kcc::global_index()];
  for (auto i = static_cast<std::uint32_t>(kcc::global_index()); i < count; i += static_cast<std::uint32_t>(kcc::global_size()))
    sum += back[i + first];
  out[kcc::global_index()] = sum;
}

// What is read first is there when it is written.
// CHECK: scale 0 0
[[kcc::kernel]] void scale(std::span<float> values, float factor) {
  const std::size_t i = kcc::global_index();
  if (i < values.size())
    values[i] *= factor;
}

// An `int` as an index, which might wrap: 16 lanes of double are two cache lines.
// CHECK: shrink 2 1
[[kcc::kernel]] void shrink(std::span<float> out, std::span<const double> in, int n) {
  const int i = static_cast<int>(kcc::global_index());
  if (i < n)
    out[i] = static_cast<float>(in[i]);
}
