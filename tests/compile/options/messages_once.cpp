// A message is printed once, for any number of targets and however often the source is parsed.
// RUN: %kcc --emit=obj --arch=sm_75,sm_80,sm_90 -Wall %s -o %t.o 2> %T/log && test $(grep -c 'warning: unused variable' %T/log) = 1
// RUN: %kcc -g --emit=obj --arch=sm_75,sm_80 -Wall -DPER_ARCH %s -o %t.o 2> %T/log && test $(grep -c 'warning: unused variable' %T/log) = 1 && test $(grep -c 'warning: code for' %T/log) = 3
// FAIL: %kcc --emit=obj --arch=sm_75,sm_80 -Wall -DWRONG %s -o %t.o
#include <kcc/device.h>

#ifdef PER_ARCH
#if __KCC_ARCH__ == 75
#warning code for sm_75
#elif __KCC_ARCH__ == 80
#warning code for sm_80
#else
#warning code for the CPU device
#endif
#endif

int host();
[[kcc::kernel]] void fill(int *values) {
  int unused;
#ifdef WRONG
  values[1] = host();
#endif
  *values = 1;
}

// ERROR: %s:19:7: warning: unused variable 'unused' [-Wunused-variable]
// ERROR: %s:21:15: error: kernel 'fill' reaches 'host', which has no body in this file; define it in a header and include that
