// Particles, random walks, fractals.
#include "../dialect.h"
#include "../types.h"

BOUNDED_KERNEL(256) nbody(In<Vector4> positions, Out<Vector4> accelerations, int n) {
  SHARED Vector4 tile[256];
  const Index i = global_x();
  const Vector4 own = positions[i];
  float x = 0, y = 0, z = 0;
  for (Index first = 0; first < count(positions, n); first += 256) {
    tile[thread_x()] = positions[first + thread_x()];
    sync();
    for (int k = 0; k < 256; ++k) {
      const float dx = tile[k].x - own.x, dy = tile[k].y - own.y, dz = tile[k].z - own.z;
      const float inverse = inverse_root(dx * dx + dy * dy + dz * dz + 0.01f);
      const float force = tile[k].w * inverse * inverse * inverse;
      x += force * dx;
      y += force * dy;
      z += force * dz;
    }
    sync();
  }
  accelerations[i] = {x, y, z, 0};
}

/// The same with the standard library's root, and without shared memory.
KERNEL nbody_by_division(In<Vector4> positions, Out<Vector4> accelerations, int n) {
  const Index i = global_x();
  const Vector4 own = positions[i];
  float x = 0, y = 0, z = 0;
  for (Index k = 0; k < count(positions, n); ++k) {
    const Vector4 other = positions[k];
    const float dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
    const float square = dx * dx + dy * dy + dz * dz + 0.01f, inverse = 1 / std::sqrt(square);
    const float force = other.w * inverse / square;
    x += force * dx;
    y += force * dy;
    z += force * dz;
  }
  accelerations[i] = {x, y, z, 0};
}

KERNEL nbody_in_double(In<double> xs, In<double> ys, In<double> masses, Out<double> forces, int n) {
  const Index i = global_x();
  const double x = xs[i], y = ys[i];
  double force = 0;
  for (Index k = 0; k < count(xs, n); ++k) {
    const double dx = xs[k] - x, dy = ys[k] - y, square = dx * dx + dy * dy + 0.01;
    force += masses[k] * dx / (square * std::sqrt(square));
  }
  forces[i] = force;
}

KERNEL lennard_jones(In<Vector4> positions, In<std::uint32_t> neighbours, Out<Vector4> forces, int n,
                     int per_atom, float cutoff) {
  const Index i = global_x();
  if (i >= count(positions, n))
    return;
  const Vector4 own = positions[i];
  float x = 0, y = 0, z = 0;
  for (int k = 0; k < per_atom; ++k) {
    const Vector4 other = positions[neighbours[k * static_cast<Index>(n) + i]];
    const float dx = own.x - other.x, dy = own.y - other.y, dz = own.z - other.z;
    const float square = dx * dx + dy * dy + dz * dz + 0.1f;
    if (square < cutoff) {
      const float inverse = 1 / square, sixth = inverse * inverse * inverse;
      const float force = inverse * sixth * (48 * sixth - 24);
      x += dx * force;
      y += dy * force;
      z += dz * force;
    }
  }
  forces[i] = {x, y, z, 0};
}

DEVICE std::uint32_t xorshift(std::uint32_t &state) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

KERNEL monte_carlo_pi(Out<std::uint32_t> hits, int n, int samples, std::uint32_t seed) {
  const Index i = global_x();
  if (i >= count(hits, n))
    return;
  std::uint32_t state = seed + static_cast<std::uint32_t>(i) * 747796405u + 1, inside = 0;
  for (int k = 0; k < samples; ++k) {
    const float x = static_cast<float>(xorshift(state) >> 8) * 0x1p-24f,
                y = static_cast<float>(xorshift(state) >> 8) * 0x1p-24f;
    if (x * x + y * y < 1)
      ++inside;
  }
  hits[i] = inside;
}

/// Normally distributed steps by Box and Muller.
KERNEL random_walk(Out<float> ends, int n, int steps, std::uint32_t seed) {
  const Index i = global_x();
  if (i >= count(ends, n))
    return;
  std::uint32_t state = seed + static_cast<std::uint32_t>(i) * 747796405u + 1;
  float position = 0;
  for (int k = 0; k < steps; ++k) {
    const float u = (static_cast<float>(xorshift(state) >> 8) + 1) * 0x1p-24f,
                v = static_cast<float>(xorshift(state) >> 8) * 0x1p-24f;
    position += std::sqrt(-2 * std::log(u)) * std::cos(6.2831853f * v);
  }
  ends[i] = position;
}

KERNEL mandelbrot(Out<std::uint32_t> iterations, int width, int height, int limit) {
  const int column_ = column(), row_ = row();
  if (column_ >= width || row_ >= height)
    return;
  const float cx = static_cast<float>(column_) * (3.0f / static_cast<float>(width)) - 2,
              cy = static_cast<float>(row_) * (2.0f / static_cast<float>(height)) - 1;
  float x = 0, y = 0;
  int k = 0;
  for (; k < limit && x * x + y * y < 4; ++k) {
    const float next = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = next;
  }
  iterations[row_ * width + column_] = static_cast<std::uint32_t>(k);
}

/// Lorenz' equations by Runge and Kutta's method, in double precision.
KERNEL runge_kutta(In<double> starts, Out<double> ends, int n, int steps, double step) {
  const Index i = global_x();
  if (i >= count(starts, n))
    return;
  double state[3] = {starts[i], 1, 1.05};
  const auto derivative = [](const double (&s)[3], double (&d)[3]) {
    d[0] = 10 * (s[1] - s[0]);
    d[1] = s[0] * (28 - s[2]) - s[1];
    d[2] = s[0] * s[1] - 8.0 / 3 * s[2];
  };
  for (int k = 0; k < steps; ++k) {
    double a[3], b[3], c[3], d[3], at[3];
    derivative(state, a);
    for (int j = 0; j < 3; ++j)
      at[j] = state[j] + step / 2 * a[j];
    derivative(at, b);
    for (int j = 0; j < 3; ++j)
      at[j] = state[j] + step / 2 * b[j];
    derivative(at, c);
    for (int j = 0; j < 3; ++j)
      at[j] = state[j] + step * c[j];
    derivative(at, d);
    for (int j = 0; j < 3; ++j)
      state[j] += step / 6 * (a[j] + 2 * b[j] + 2 * c[j] + d[j]);
  }
  ends[i] = state[0] + state[1] + state[2];
}
