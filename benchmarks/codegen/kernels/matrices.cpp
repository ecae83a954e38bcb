// Dense linear algebra.
#include "../dialect.h"
#include "../types.h"

KERNEL transpose_tiled(In<float> from, Out<float> to, int width) {
  SHARED float tile[32][33];
  const int x = static_cast<int>(block_x() * 32 + thread_x()),
            y = static_cast<int>(block_y() * 32 + thread_y());
  for (int k = 0; k < 32; k += 8)
    tile[thread_y() + k][thread_x()] = from[(y + k) * width + x];
  sync();
  const int to_x = static_cast<int>(block_y() * 32 + thread_x()),
            to_y = static_cast<int>(block_x() * 32 + thread_y());
  for (int k = 0; k < 32; k += 8)
    to[(to_y + k) * width + to_x] = tile[thread_x()][thread_y() + k];
}

/// A thread for each row; the matrix is stored by columns.
KERNEL gemv_by_columns(In<float> matrix, In<float> vector, Out<float> result, int rows, int columns) {
  const int y = column();
  if (y >= rows)
    return;
  float sum = 0;
  for (int x = 0; x < columns; ++x)
    sum += matrix[x * rows + y] * vector[x];
  result[y] = sum;
}

/// A warp for each row.
KERNEL gemv_by_rows(In<float> matrix, In<float> vector, Out<float> result, int columns) {
  const int y = column() / 32, lane = static_cast<int>(thread_x() % 32);
  float sum = 0;
  for (int x = lane; x < columns; x += 32)
    sum += matrix[y * columns + x] * vector[x];
  for (unsigned bits = 16; bits > 0; bits /= 2)
    sum += shuffle_xor(sum, bits);
  if (lane == 0)
    result[y] = sum;
}

KERNEL gemm_naive(In<float> a, In<float> b, Out<float> c, int n) {
  const int x = column(), y = row();
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}

KERNEL gemm_in_shared(In<float> a, In<float> b, Out<float> c, int n) {
  SHARED float tile_a[16][16], tile_b[16][16];
  const int x = column(), y = row(), own_x = static_cast<int>(thread_x()),
            own_y = static_cast<int>(thread_y());
  float sum = 0;
  for (int first = 0; first < n; first += 16) {
    tile_a[own_y][own_x] = a[y * n + first + own_x];
    tile_b[own_y][own_x] = b[(first + own_y) * n + x];
    sync();
    for (int k = 0; k < 16; ++k)
      sum += tile_a[own_y][k] * tile_b[k][own_x];
    sync();
  }
  c[y * n + x] = sum;
}

/// 64 x 64 results for a block of 256 threads, 4 x 4 for a thread.
BOUNDED_KERNEL(256) gemm_in_registers(In<float> a, In<float> b, Out<float> c, int n) {
  SHARED float tile_a[16][64], tile_b[16][64];
  const int thread = static_cast<int>(thread_x()), left = static_cast<int>(block_x()) * 64,
            top = static_cast<int>(block_y()) * 64;
  const int own_x = thread % 16 * 4, own_y = thread / 16 * 4;
  float sums[4][4] = {};
  for (int first = 0; first < n; first += 16) {
    for (int k = 0; k < 4; ++k) {
      const int i = thread + k * 256;
      tile_a[i % 16][i / 16] = a[(top + i / 16) * n + first + i % 16];
      tile_b[i / 64][i % 64] = b[(first + i / 64) * n + left + i % 64];
    }
    sync();
    for (int k = 0; k < 16; ++k) {
      float of_a[4], of_b[4];
      for (int j = 0; j < 4; ++j) {
        of_a[j] = tile_a[k][own_y + j];
        of_b[j] = tile_b[k][own_x + j];
      }
      for (int y = 0; y < 4; ++y)
        for (int x = 0; x < 4; ++x)
          sums[y][x] += of_a[y] * of_b[x];
    }
    sync();
  }
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 4; ++x)
      c[(top + own_y + y) * n + left + own_x + x] = sums[y][x];
}

/// One elimination after the other, all in registers.
KERNEL invert_4x4(In<float> from, Out<float> to, int matrices) {
  const int i = column();
  float m[4][4], inverse[4][4];
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 4; ++x) {
      m[y][x] = from[(y * 4 + x) * matrices + i];
      inverse[y][x] = x == y ? 1.0f : 0.0f;
    }
  for (int k = 0; k < 4; ++k) {
    const float scale = 1 / m[k][k];
    for (int x = 0; x < 4; ++x) {
      m[k][x] *= scale;
      inverse[k][x] *= scale;
    }
    for (int y = 0; y < 4; ++y)
      if (y != k) {
        const float factor = m[y][k];
        for (int x = 0; x < 4; ++x) {
          m[y][x] -= factor * m[k][x];
          inverse[y][x] -= factor * inverse[k][x];
        }
      }
  }
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 4; ++x)
      to[(y * 4 + x) * matrices + i] = inverse[y][x];
}

/// The Cholesky decomposition of a symmetric 6 x 6 matrix, and the solution of one system.
KERNEL cholesky_6x6(In<float> from, In<float> right, Out<float> solutions, int matrices) {
  const int i = column();
  float l[6][6], x[6];
  for (int row = 0; row < 6; ++row)
    for (int column = 0; column <= row; ++column) {
      float sum = from[(row * 6 + column) * matrices + i] + (row == column ? 6.0f : 0.0f);
      for (int k = 0; k < column; ++k)
        sum -= l[row][k] * l[column][k];
      l[row][column] = row == column ? std::sqrt(sum) : sum / l[column][column];
    }
  for (int row = 0; row < 6; ++row) {
    float sum = right[row * matrices + i];
    for (int k = 0; k < row; ++k)
      sum -= l[row][k] * x[k];
    x[row] = sum / l[row][row];
  }
  for (int row = 5; row >= 0; --row) {
    float sum = x[row];
    for (int k = row + 1; k < 6; ++k)
      sum -= l[k][row] * x[k];
    x[row] = sum / l[row][row];
    solutions[row * matrices + i] = x[row];
  }
}

KERNEL rotate_by_quaternions(In<Vector4> rotations, In<Vector4> points, Out<Vector4> result, int n) {
  const Index i = global_x();
  if (i >= count(points, n))
    return;
  const Vector4 q = rotations[i], p = points[i];
  const float tx = 2 * (q.y * p.z - q.z * p.y), ty = 2 * (q.z * p.x - q.x * p.z),
              tz = 2 * (q.x * p.y - q.y * p.x);
  result[i] = {p.x + q.w * tx + q.y * tz - q.z * ty, p.y + q.w * ty + q.z * tx - q.x * tz,
               p.z + q.w * tz + q.x * ty - q.y * tx, p.w};
}
