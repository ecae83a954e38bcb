// Kernel templates exist as far as they are instantiated explicitly.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
// RUN: %kcc --emit=manifest %s -o - | %check --check-prefix=NAMES
#include <kcc/device.h>

enum class Order { ascending, descending };

template <class T> [[kcc::kernel]] void scale(std::span<T> values, T factor) {
  for (std::size_t i : kcc::grid_stride(values.size()))
    values[i] *= factor;
}
template void scale<float>(std::span<float>, float);
template void scale<int>(std::span<int>, int);

template <Order order, unsigned width> [[kcc::kernel, kcc::launch_bounds(width)]] void sort(int *keys) {
  if ((keys[0] > keys[1]) == (order == Order::ascending)) {
    int key = keys[0];
    keys[0] = keys[width];
    keys[width] = key;
  }
}
template void sort<Order::descending, 64>(int *);

template <class... Ts> [[kcc::kernel]] void fill(int *out, Ts... values) { *out = (0 + ... + values); }
template void fill<int, short>(int *, int, short);

// CHECK: .visible .entry _Z5scaleIfEvSt4spanIT_
// CHECK: mul.rn.f32
// CHECK: .visible .entry _Z5scaleIiEvSt4spanIT_
// CHECK: .visible .entry _Z4sortIL5Order1ELj64EEvPi(
// CHECK: .maxntid 64
// CHECK: .visible .entry _Z4fillIJisEEvPiDpT_(

// NAMES: "name":"scale<float>"
// NAMES: "name":"scale<int>"
// NAMES: "name":"sort<Order::descending, 64{{U?}}>"
// NAMES: "max_threads":64
// NAMES: "name":"fill<int, short>"
