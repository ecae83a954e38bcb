// One pass over arrays: bound by memory.
#include "../dialect.h"
#include "../types.h"

KERNEL saxpy(In<float> x, In<float> y, Out<float> result, int n, float a) {
  const Index i = global_x();
  if (i < count(x, n))
    result[i] = a * x[i] + y[i];
}

KERNEL triad_strided(In<float> b, In<float> c, Out<float> a, int n, float factor) {
  for (Index i = global_x(); i < count(a, n); i += grid_size_x())
    a[i] = b[i] + factor * c[i];
}

KERNEL copy_16_bytes(In<Words> from, Out<Words> to, int n) {
  for (Index i = global_x(); i < count(to, n); i += grid_size_x())
    to[i] = from[i];
}
