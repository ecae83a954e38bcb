// What a typed header cannot express is an error at the declaration that needs it.
// FAIL(kernels): %kcc --emit=header %s -o %t.h
// FAIL(variable): %kcc --emit=header -DVARIABLE %s -o %t.h
// FAIL(object): %kcc --emit=obj,header -DVARIABLE %s -o %T/out/
// RUN: %kcc %s -o %t.ptx
#include <kcc/device.h>

#ifdef VARIABLE
struct State {
  struct {
    int count;
  } inner;
} state;
// ERROR(variable)@-1:3: error: no typed header can be made: type 'struct State::(unnamed at %s:10:3)' is defined in the source itself; define it in a header that the source and the host include
// ERROR(object)@-2:3: error: no typed header can be made: type 'struct State::(unnamed at %s:10:3)' is defined in the source itself; define it in a header that the source and the host include
[[kcc::kernel]] void count(std::span<int> values) { values[0] = state.inner.count++; }
#else
// The header leaves out variables whose type itself has no name.
struct {
  int count;
} unnamed;
[[kcc::kernel]] void fill(std::span<int> values) { values[0] = unnamed.count++; }
// ERROR(kernels)@-1:22: note: kernel 'fill' is here
[[kcc::kernel]] void fill(std::span<float> values) { values[0] = 0; }
// ERROR(kernels)@-1:22: error: no typed header can be made: two kernels are called 'fill', and a launch names a kernel without its parameters; rename one of them
#endif
