#include "bounds.h"
template <class T> T at(const T *values, unsigned long i, unsigned long size) {
  check(i, size);
  return values[i];
}
