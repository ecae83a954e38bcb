// --cpu-levels: for which processors the CPU device has code that runs threads in lanes. A kernel that uses an index
// along y also has code for narrow blocks, which processors of a chosen level run.
// RUN: %kcc --target=cpu --emit=llvm-ir %s -o - | %check --check-prefixes=THREAD,V3,NARROW,V4
// RUN: %kcc --target=cpu --emit=llvm-ir --cpu-levels=x86-64-v3,x86-64-v4 %s -o - | %check --check-prefixes=THREAD,V3,NARROW,V4
// RUN: %kcc --target=cpu --emit=llvm-ir --cpu-levels=x86-64-v3 %s -o - | %check --check-prefixes=THREAD,V3,NARROW,NOV4
// RUN: %kcc --target=cpu --emit=llvm-ir --cpu-levels=x86-64-v4 %s -o - | %check --check-prefixes=THREAD,NOV3,V4,NARROW
// RUN: %kcc --target=cpu --emit=llvm-ir --cpu-levels=none %s -o - | %check --check-prefixes=THREAD,NONE
// RUN: %kcc --target=cpu --emit=llvm-ir --cpu-levels=native %s -o - | %check --check-prefix=THREAD
// RUN: %kcc --target=cpu --emit=llvm-ir --cpu-levels=none --explain-cpu %s -o - 2>&1 | %check --check-prefix=EXPLAINED
// RUN: %kcc --emit=obj --cpu-levels=none,none %s -o %t.o
// FAIL(1): %kcc --cpu-levels=x86-64-v4 %s -o %t.ptx
// ERROR(1): kcc: error: --cpu-levels is about code for the CPU device alone; add --emit=obj or --target=cpu
// FAIL(2): %kcc --target=ptx --emit=obj --cpu-levels=native %s -o %t.o
// ERROR(2): kcc: error: --cpu-levels is about code for the CPU device alone; add --emit=obj or --target=cpu
// FAIL(3): %kcc --emit=obj --cpu-levels=x86-64-v4,none %s -o %t.o
// ERROR(3): kcc: error: --cpu-levels=none and other levels contradict each other; leave one of them out
// FAIL(4): %kcc --emit=obj --cpu-levels=neon %s -o %t.o
// ERROR(4): kcc: error: --cpu-levels: processors of x86_64-pc-linux-gnu have no level 'neon'
// FAIL(5): %kcc --emit=obj --cpu-levels=avx2 %s -o %t.o
// ERROR(5): kcc: error: --cpu-levels: there is no 'avx2'; there are x86-64-v3, x86-64-v4, neon, native, none
// FAIL(6): %kcc --emit=obj --cpu-levels= %s -o %t.o
// ERROR(6): kcc: error: option --cpu-levels needs a value
// FAIL(7): %kcc --emit=obj --host=aarch64-linux-gnu --cpu-levels=native %s -o %t.o
// ERROR(7): kcc: error: --cpu-levels=native and --host=aarch64-linux-gnu contradict each other: native is this machine's processor; name the levels
#include <kcc/device.h>

// THREAD: define{{.*}} @kcc.thread.fill
// V3: define{{.*}} @kcc.block.x86-64-v3.fill
// NOV3-NOT: kcc.block.x86-64-v3.fill
// V4-DAG: define{{.*}} @kcc.block.x86-64-v4.fill
// NOV4-NOT: kcc.block.x86-64-v4.fill
// NARROW-DAG: define{{.*}} @kcc.block.x86-64-v3.narrow.fill
// NONE-NOT: kcc.block
// EXPLAINED: remark: kernel 'fill': the threads of a block run one after another: it is compiled with --cpu-levels=none
[[kcc::kernel("fill")]] void fill(std::span<int> values, unsigned width) {
  values[kcc::thread_idx().y * width + kcc::thread_idx().x] = 1;
}

// ERROR: Run 'kcc --help' for all options.
