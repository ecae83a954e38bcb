// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::kernel]] void fill(int values[static_cast<std::size_t>(-1)]) { values[0] = 0; }

// ERROR: %s:4:38: error: array is too large (18'446'744'073'709'551'615 elements)
