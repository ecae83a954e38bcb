// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>
#include "include/checked.h"

[[kcc::kernel]] void fill(std::span<int> values) { values[0] = at(values.data(), 1, values.size()); }
// ERROR@-1:64: note: called by 'fill' here

// ERROR: In file included from %s:3:
// ERROR: In file included from %S/include/checked.h:1:
// ERROR: %S/include/bounds.h:3:5: error: kernel 'fill' reaches 'throw', and there are no exceptions on a GPU; return a status, or write it to a buffer that the host checks
// ERROR: %S/include/checked.h:3:3: note: called by 'at' here
