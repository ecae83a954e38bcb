// FAIL: %kcc %s -o %t.ptx
// FAIL: %kcc --emit=obj --target=cpu %s -o %t.o
#include <kcc/device.h>

// The CPU device would call this one like ordinary host functions, and continue into the next kernel.
[[gnu::ms_abi]] [[kcc::kernel]] void other(std::span<int> out) { out[0] = 5; }
// ERROR@-1:38: error: kernel 'other' has a calling convention of its own, and only kcc calls kernels; remove the attribute, such as 'gnu::ms_abi' or 'gnu::regcall'
[[kcc::kernel]] void plain(std::span<int> out) { out[0] = 9; }
