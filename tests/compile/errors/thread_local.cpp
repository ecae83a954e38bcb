// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

thread_local int calls = 0;

[[kcc::kernel]] void count(std::span<int> result) { result[0] = ++calls; }
// ERROR@-1:67: error: kernel 'count' reaches thread-local variable 'calls'; use a local variable, GPU threads have no other storage of their own
