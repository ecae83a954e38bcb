// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::kernel, kcc::targets]] void none(float *f) { f[0] = 1; }
// ERROR@-1:16: error: 'kcc::targets' takes names of targets as for the option --target, each in quotes, as in [[kcc::targets("ptx", "cpu")]]
[[kcc::kernel, kcc::targets()]] void empty(float *f) { f[0] = 1; }
// ERROR@-1:16: error: 'kcc::targets' takes names of targets as for the option --target, each in quotes, as in [[kcc::targets("ptx", "cpu")]]
[[kcc::kernel, kcc::targets(ptx)]] void unquoted(float *f) { f[0] = 1; }
// ERROR@-1:29: error: 'kcc::targets' takes names of targets as for the option --target, each in quotes, as in [[kcc::targets("ptx", "cpu")]]
[[kcc::kernel, kcc::targets("ptx", 1)]] void number(float *f) { f[0] = 1; }
// ERROR@-1:36: error: 'kcc::targets' takes names of targets as for the option --target, each in quotes, as in [[kcc::targets("ptx", "cpu")]]
[[kcc::kernel, kcc::targets("ptx,cpu")]] void list(float *f) { f[0] = 1; }
// ERROR@-1:29: error: 'kcc::targets' takes names of targets as for the option --target, each in quotes, as in [[kcc::targets("ptx", "cpu")]]
[[kcc::targets("ptx")]] int object;
// ERROR@-1:3: error: 'kcc::targets' on 'object' has no effect without [[kcc::kernel]]
