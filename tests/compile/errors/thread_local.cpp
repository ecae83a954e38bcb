// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

thread_local int calls = 0;

[[kcc::kernel]] void count(std::span<int> result) { result[0] = ++calls; }

// ERROR: %s:4:1: error: thread-local storage is not supported for the current target
