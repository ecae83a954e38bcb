// The typed header knows kcc's names for 16-bit floating point, whether or not the source includes them.
// RUN: printf 'struct Half { _Float16 value; };\n' > %T/half.h
// RUN: cd %T && cp %s half.cpp && %kcc --emit=header half.cpp -o ./
// RUN: grep -q 'include <kcc/float16.h>' %T/half.kernels.h
// RUN: ! %cxx -x c++ -fsyntax-only %T/half.h 2> %t.txt || %cxx -std=c++20 -I %root/include -x c++ -fsyntax-only %T/half.kernels.h
#if __has_include("half.h")
#include "half.h"
#else
struct Half {
  _Float16 value;
};
#endif
[[kcc::kernel]] void k(Half *out, Half in) { *out = in; }
