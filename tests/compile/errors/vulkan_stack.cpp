// Vulkan code has no stack.
// FAIL: %kcc --target=vulkan %s -o %t.spv
#include <kcc/device.h>

static int half(int n);
static int count(int n) { return n < 2 ? n : half(n - 1) * 3 + 1; }
static int half(int n) { return count(n / 2) + 1; }

[[kcc::kernel]] void recursive(int *n) { *n = count(*n); }
// ERROR@-1:22: error: kernel 'recursive' reaches functions that call each other in turns, or a call through a pointer, and code for Vulkan has no stack for them; use a loop, or a 'switch' over the functions, or name the targets that have one: [[kcc::targets("ptx", "cpu")]]

[[kcc::kernel]] void indirect(int (*const *steps)(int), int *n) { *n = (*steps)(*n); }
// ERROR@-1:22: error: kernel 'indirect' reaches functions that call each other in turns, or a call through a pointer, and code for Vulkan has no stack for them; use a loop, or a 'switch' over the functions, or name the targets that have one: [[kcc::targets("ptx", "cpu")]]

[[kcc::kernel]] void plain(int *n) { *n += 1; }
