// Types that the program and its kernels share. SWAPPED stands for a change that only one of them was
// compiled with.
#ifndef KCC_TESTS_LAYOUTS_H
#define KCC_TESTS_LAYOUTS_H

struct Mixed {
#ifdef SWAPPED
  float weight;
  int first;
#else
  int first;
  float weight;
#endif
};

struct Renamed {
#ifdef SWAPPED
  int high, low;
#else
  int low, high;
#endif
};

#endif
