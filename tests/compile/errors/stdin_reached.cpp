// FAIL: %kcc -w - < %s
#include <kcc/device.h>
#include <cstdio>

void say(int value) { std::fputc(value, nullptr); }

[[kcc::kernel]] void fill(std::span<int> values) { say(values[0]); }

// ERROR: <stdin>:5:23: error: kernel 'fill' reaches 'fputc', which is a function of the host; call printf, or kcc::print of <kcc/print.h>; kernels have no files
// ERROR: <stdin>:7:52: note: called by 'fill' here
