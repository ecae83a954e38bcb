// The same source gives the same bytes, wherever the output goes and whatever runs at the same time.
// RUN: for i in 1 2 3; do %kcc --emit=ptx,obj,header,manifest -g %s %root/tests/compile/ptx/std_heavy.cpp -o %T/$i/ & done; wait
// RUN: for f in %T/1/*; do cmp $f %T/2/${f##*/} && cmp $f %T/3/${f##*/} || exit 1; done
// RUN: test $(ls %T/1 | wc -l) = 8
#include <kcc/device.h>

template <int n> [[kcc::kernel]] void fill(int *values) {
  [[kcc::shared]] int buffer[n];
  buffer[kcc::thread_idx().x] = *values;
  kcc::sync_threads();
  *values = buffer[n - 1];
}
template void fill<1>(int *);
template void fill<2>(int *);
template void fill<3>(int *);
template void fill<4>(int *);
