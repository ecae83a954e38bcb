// Numbers of 16 bits.
#include "../dialect.h"

KERNEL half_axpy(In<half> x, In<half> y, Out<half> result, int n, float a) {
  const half factor = to_half(a);
  for (Index i = global_x(); i < count(x, n); i += grid_size_x())
    result[i] = half_fma(factor, x[i], y[i]);
}

KERNEL half_dot_rows(In<half> matrix, In<half> vector, Out<float> result, int columns) {
  const int y = column() / 32, lane = static_cast<int>(thread_x() % 32);
  if (y >= columns) // the matrix is square
    return;
  float sum = 0;
  for (int x = lane; x < columns; x += 32)
    sum += to_float(matrix[y * columns + x]) * to_float(vector[x]);
  for (unsigned bits = 16; bits > 0; bits /= 2)
    sum += shuffle_xor(sum, bits);
  if (lane == 0)
    result[y] = sum;
}

KERNEL half_polynomial(In<half> from, Out<half> to, int n) {
  const Index i = global_x();
  if (i >= count(from, n))
    return;
  const half x = from[i];
  half sum = to_half(0.5f);
  for (int k = 0; k < 32; ++k)
    sum = half_fma(sum, x, to_half(0.25f));
  to[i] = sum;
}
