// A function that older GPUs do not have.
// FAIL: %kcc %s --arch=sm_61 -o %t.ptx
#include <kcc/device.h>
#include <kcc/device/clock.h>

void wait(const volatile int &flag) {
  while (flag == 0)
    kcc::nanosleep(100);
    // ERROR@-1:5: error: kernel 'follow' reaches 'kcc::nanosleep', which needs sm_70 or newer, and this is code for sm_61; compile for newer GPUs only (--arch), or choose with 'if constexpr (kcc::arch >= …)'
}

[[kcc::kernel]] void follow(std::span<int> flags) { wait(flags[0]); }
// ERROR@-1:53: note: called by 'follow' here
