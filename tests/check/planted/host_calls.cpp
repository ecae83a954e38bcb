// Kernels that call through what the host has made: run_kernels.cpp puts a HostMade into `in`.
#include "planted.h"

#include "../host_objects.h"

#include <new>

/// What the host has made, or, in the twin, what the kernel makes itself.
template <bool fixed> static const HostMade &made(In in) {
  [[kcc::shared]] alignas(HostMade) std::byte mine[sizeof(HostMade)];
  auto *here = reinterpret_cast<HostMade *>(mine);
  if (kcc::thread_idx().x == 0) {
    new (here) HostMade;
    here->pointer = &here->square;
  }
  kcc::sync_threads();
  if constexpr (fixed)
    return *here;
  return *reinterpret_cast<const HostMade *>(in.data());
}

//! 1x32 host-object
PLANTED(host_virtual_call) {
  const Shape &shape = made<fixed>(in).square;
  out[kcc::thread_idx().x] = shape.area(2); // here
}
TWINS(host_virtual_call)

//! 1x32 host-object
PLANTED(host_call_that_returns_a_structure) {
  const Shape *shape = &made<fixed>(in).square;
  Numbers numbers = shape->corners(); // here
  out[kcc::thread_idx().x] = numbers.values[kcc::thread_idx().x % 8];
}
TWINS(host_call_that_returns_a_structure)

//! 1x32 host-object
PLANTED(host_call_of_the_second_base) {
  const Named &named = made<fixed>(in).named;
  out[kcc::thread_idx().x] = named.name(); // here
}
TWINS(host_call_of_the_second_base)

//! 1x32 host-object
[[gnu::noinline]] static int area_of(const Shape &shape, int scale) {
  return shape.area(scale) + 1; // here
}
PLANTED(host_call_in_a_function) {
  out[kcc::thread_idx().x] = area_of(made<fixed>(in).square, 3); // here
}
TWINS(host_call_in_a_function)

// Copied byte by byte into shared memory.
//! 1x32 host-object
PLANTED(host_object_copied) {
  [[kcc::shared]] alignas(Square) std::byte copy[sizeof(Square)];
  const HostMade &from = made<fixed>(in);
  if (kcc::thread_idx().x == 0)
    __builtin_memcpy(copy, &from.square, sizeof copy);
  kcc::sync_threads();
  out[kcc::thread_idx().x] = reinterpret_cast<const Shape *>(copy)->area(2); // here
}
TWINS(host_object_copied)

//! 1x32 host-object
PLANTED(host_objects_among_others) {
  Square mine(2);
  const HostMade &theirs = made<fixed>(in);
  const Shape *shapes[3] = {&mine, &theirs.named, &mine};
  int sum = 0;
  for (const Shape *shape : shapes)
    sum += shape->area(1); // here
  out[kcc::thread_idx().x] = sum;
}
TWINS(host_objects_among_others)

//! 1x32 host-function
PLANTED(host_function_pointer) {
  Function function = made<fixed>(in).function;
  out[kcc::thread_idx().x] = function(in[100]); // here
}
TWINS(host_function_pointer)

//! 1x32 host-function
PLANTED(host_table_of_functions) {
  const HostMade &from = made<fixed>(in);
  out[kcc::thread_idx().x] = from.table[kcc::thread_idx().x % 2](7); // here
}
TWINS(host_table_of_functions)

//! 1x32 host-function
PLANTED(host_function_among_others) {
  Function functions[2] = {thrice, made<fixed>(in).function};
  int result = 0;
  for (Function f : functions)
    result = f(result + 1); // here
  out[kcc::thread_idx().x] = result;
}
TWINS(host_function_among_others)

// Only some threads take the host's function.
//! 1x64 host-function
PLANTED(host_function_of_some_threads) {
  unsigned t = kcc::thread_idx().x;
  const HostMade &from = made<fixed>(in);
  Function function = t == 50 ? from.function : thrice;
  out[t] = function(2); // here
}
TWINS(host_function_of_some_threads)

//! 1x32 host-function
template <class F> [[gnu::noinline]] static int apply(F function, int x) {
  return function(x); // here
}
PLANTED(host_function_in_a_callable) {
  Function function = made<fixed>(in).table[1];
  out[kcc::thread_idx().x] = apply([=](int x) { return function(x) + 1; }, 4); // here
}
TWINS(host_function_in_a_callable)

// The object is in memory of the host, too: its address is the first thing that is wrong.
//! 1x32 host-pointer
PLANTED(host_pointer_to_an_object) {
  const Shape *shape = made<fixed>(in).pointer;
  out[kcc::thread_idx().x] = shape->area(2); // here
}
TWINS(host_pointer_to_an_object)
