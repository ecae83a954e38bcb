// FAIL: %kcc - -o %t.ptx < %s
#include <kcc/device.h>

[[kcc::kernel]] int fill(std::span<int> values) { return values[0]; }

// ERROR: <stdin>:4:21: error: kernel 'fill' returns 'int', but a launch has no result; return 'void' and write results through a parameter such as 'std::span<T>'
