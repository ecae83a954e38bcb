// Variables that the host reads and writes by name.
#include "globals.h"

#include <array>
#include <kcc/device.h>

namespace globals {

int limit = 7;
static unsigned counter;
float table[4][3] = {{1, 2, 3}};
Config config{2.0f, {1, 2}};
std::array<double, 2> pair = {0.5, 0.25};
int *place;
[[kcc::constant]] float weights[9] = {1, 2, 3};
[[kcc::constant]] int maybe_written[4] = {1, 2, 3, 4};
const int fixed = 4;
struct Members {
  static inline long total = 11;
};
template <class T> T per_type = T(5);

/// Copies every variable as the kernel sees it.
[[kcc::kernel]] void look(std::span<double> out) {
  out[0] = limit;
  out[1] = counter;
  out[2] = table[0][2];
  out[3] = table[3][1];
  out[4] = config.scale;
  out[5] = config.shift[1];
  out[6] = pair[0] + pair[1];
  out[7] = weights[1];
  out[8] = weights[8];
  out[9] = fixed;
  out[10] = static_cast<double>(Members::total);
  out[11] = per_type<short>;
}

/// Every thread counts; one writes what the host then reads.
[[kcc::kernel]] void change(std::span<int> values) {
  __atomic_fetch_add(&counter, 1u, __ATOMIC_RELAXED);
  if (kcc::global_index() != 0)
    return;
  limit = 70;
  table[3][1] = 31;
  config = {4.0f, {8, 9}};
  Members::total += 1;
  place = values.data();
}

[[gnu::noinline]] void store(int *place, int value) {
  *place = value;
}

/// The pointer leads to constant memory or to a buffer.
[[kcc::kernel]] void write_either(std::span<int> values, bool to_constant) {
  store(to_constant ? &maybe_written[2] : &values[2], 30);
  values[3] = maybe_written[2];
}

/// Uses an array that is passed as an argument.
[[kcc::kernel]] void sum(std::span<const float> weights, std::span<float> out) {
  float total = 0;
  for (float weight : weights)
    total += weight;
  out[0] = total;
}

} // namespace globals
