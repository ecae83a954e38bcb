// Structs that kernels write as a whole.
#ifndef KCC_TESTS_CHECK_STRUCTS_H
#define KCC_TESTS_CHECK_STRUCTS_H

#include "planted.h"

struct Four {
  int x, y, z, w;
};
struct Padded {
  char c;
  int n;
  long long d;
  short tail;
};
struct Pixel {
  unsigned char r, g, b;
};
struct Halves {
  short low, high;
};
struct Pointers {
  const int *to;
  bool is_set;
};
using Vector = int __attribute__((vector_size(16)));

template <class T> T *array(Out out) {
  return reinterpret_cast<T *>(out.data());
}
inline const Four *fours(In in) {
  return reinterpret_cast<const Four *>(in.data());
}

#endif
