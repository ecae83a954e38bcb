// For sm_90, ptxas crashes if it finds late that a kernel's only call of a recursive function is never made, unless all
// functions of the recursion are visible.
// RUN: %kcc -O0 %s -o %t.0.ptx && %check < %t.0.ptx
// RUN: %kcc -O0 -g %s -o %t.g.ptx && %check < %t.g.ptx
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
#include <kcc/device.h>

[[gnu::noinline]] static unsigned itself(unsigned n) { return n < 2 ? n : itself(n - 1) * 3 + itself(n - 2); }
[[gnu::noinline]] static void renamed(unsigned *out) asm("renamed.function");
static void renamed(unsigned *out) {
  if (--*out != 0)
    renamed(out + 1);
  *out += 1;
}
static unsigned odd(unsigned n);
[[gnu::noinline]] static unsigned even(unsigned n) { return n == 0 ? 1 : odd(n - 1) * 3 + odd(n / 2); }
[[gnu::noinline]] static unsigned odd(unsigned n) { return n == 0 ? 0 : even(n - 1) * 5 + even(n / 3); }
[[gnu::noinline]] static unsigned caller(unsigned n) { return itself(n) + even(n); }

extern unsigned (*const through_pointer[2])(unsigned);
[[gnu::noinline]] static unsigned direct(unsigned n) { return n < 2 ? n : through_pointer[n & 1](n - 1) * 7; }
[[gnu::noinline]] static unsigned pointed_to(unsigned n) { return direct(n / 2) + n; }
[[gnu::noinline]] static unsigned leaf(unsigned n) { return n * n + 1; }
unsigned (*const through_pointer[2])(unsigned) = {pointed_to, leaf};

[[gnu::always_inline]] inline bool never() {
  unsigned zero;
  asm("mov.b32 %0, 0;" : "=r"(zero));
  return zero != 0;
}

[[kcc::kernel("one")]] void one(std::span<unsigned> out) {
  if (never())
    for (unsigned i = 0; i < out[1]; ++i)
      out[i] = itself(i);
}
[[kcc::kernel("two")]] void two(std::span<unsigned> out) {
  if (never())
    for (unsigned i = 0; i < out[1]; ++i)
      out[i] = even(i);
}
[[kcc::kernel("three")]] void three(std::span<unsigned> out) {
  if (never())
    for (unsigned i = 0; i < out[1]; ++i)
      renamed(&out[i]);
}
[[kcc::kernel("four")]] void four(std::span<unsigned> out) {
  if (never())
    for (unsigned i = 0; i < out[1]; ++i)
      out[i] = caller(i);
}
[[kcc::kernel("five")]] void five(std::span<unsigned> out) {
  if (never())
    for (unsigned i = 0; i < out[1]; ++i)
      out[i] = direct(i);
}

// CHECK-NOT: {{^}}.func {{.*(itself|renamed|even|odd|direct|pointed_to)}}
// CHECK-DAG: {{^}}.visible .func {{.*}}itself{{.*}}(
// CHECK-DAG: {{^}}.visible .func {{.*}}even{{.*}}(
// CHECK-DAG: {{^}}.visible .func {{.*}}direct{{.*}}(
// CHECK-DAG: {{^}}.visible .func {{.*}}pointed_to{{.*}}(
// CHECK-DAG: {{^}}.visible .func {{.*}}odd{{.*}}(
// CHECK-DAG: {{^}}.visible .func {{.*}}renamed{{.*}}(
// CHECK-DAG: {{^}}.func {{.*}}caller{{.*}}(
// CHECK-NOT: {{^}}.func {{.*(itself|renamed|even|odd|direct|pointed_to)}}
