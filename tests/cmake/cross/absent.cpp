// The runtime's functions that the kernels call where threads are fibers, which they are not here.
#include <cstdio>
#include <cstdlib>

#define ABSENT(name)                                                                                         \
  extern "C" void name() {                                                                                   \
    std::puts(#name " was called");                                                                          \
    std::exit(1);                                                                                            \
  }
ABSENT(kcc_cpu_sync_threads)
ABSENT(kcc_cpu_warp_ballot)
ABSENT(kcc_cpu_warp_shuffle)
ABSENT(kcc_cpu_warp_shuffle_xor)
