// Where the C++ library would end a program, a kernel traps.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
#include <array>
#include <cassert>
#include <cstdlib>
#include <kcc/device.h>
#include <optional>

[[kcc::kernel("checked")]] void checked(std::array<int, 4> table, unsigned i, int *out) { *out = table.at(i); }
[[kcc::kernel("asserted")]] void asserted(int *out) { assert(*out != 0); }
[[kcc::kernel("aborted")]] void aborted(int *out) {
  if (*out == 0)
    std::abort();
}

// CHECK-NOT: .extern
// CHECK-DAG: trap;
// CHECK-DAG: .visible .entry checked(
// CHECK-DAG: .visible .entry asserted(
// CHECK-DAG: .visible .entry aborted(
