// An alias is another name of a function or variable: NVPTX has none of variables.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
// RUN: %kcc -O0 %s -o %t.0.ptx && %kcc --emit=obj %s -o %t.o
extern "C" {
int count = 3;
[[kcc::constant]] int table[4] = {1, 2, 3, 4};
[[gnu::noinline]] int twice(int x) { return 2 * x; }
}
extern int counted __attribute__((alias("count")));
extern int rows[4] __attribute__((alias("table")));
int doubled(int) __attribute__((alias("twice")));
static int weakly(int) __attribute__((weakref("twice")));

extern "C" [[kcc::kernel]] void k(int *out, int i) {
  counted += i;
  *out = count + rows[i] + doubled(i) + weakly(3);
}
// CHECK: .entry k(
// CHECK: ld.global.b32 {{.*}}[count]
// CHECK: ld.const
