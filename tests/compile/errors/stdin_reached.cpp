// FAIL: %kcc - < %s
#include <kcc/device.h>
#include <cstdio>

void say(int value) { std::printf("%d", value); }

[[kcc::kernel]] void fill(std::span<int> values) { say(values[0]); }

// ERROR: <stdin>:5:23: error: kernel 'fill' reaches 'printf', which is a function of the host; write what is to be printed to a buffer and print it on the host
// ERROR: <stdin>:7:52: note: called by 'fill' here
