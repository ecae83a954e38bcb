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

/// Structs of 32 bytes, of which one is read, changed and written as a whole.
KERNEL particles_aos(In<Particle> from, Out<Particle> to, int n, float step) {
  const Index i = global_x();
  if (i >= count(from, n))
    return;
  Particle particle = from[i];
  particle.x += step * particle.vx;
  particle.y += step * particle.vy;
  particle.z += step * particle.vz;
  if (particle.z < 0) {
    particle.z = -particle.z;
    particle.vz *= -0.9f;
  }
  particle.age += step;
  to[i] = particle;
}

/// The same data as an array for each member.
KERNEL particles_soa(In<float> x, In<float> y, In<float> vx, In<float> vy, Out<float> new_x, Out<float> new_y,
                     int n, float step) {
  const Index i = global_x();
  if (i >= count(x, n))
    return;
  const float radius = x[i] * x[i] + y[i] * y[i];
  const float pull = radius > 1 ? 0.5f : 1.0f;
  new_x[i] = x[i] + step * pull * vx[i];
  new_y[i] = y[i] + step * pull * vy[i];
}

KERNEL bytes_to_gray(In<std::uint8_t> rgb, Out<std::uint8_t> gray, int n) {
  const Index i = global_x();
  if (i < count(gray, n)) {
    const int red = rgb[3 * i], green = rgb[3 * i + 1], blue = rgb[3 * i + 2];
    gray[i] = static_cast<std::uint8_t>((red * 77 + green * 151 + blue * 28) >> 8);
  }
}

KERNEL gather(In<std::uint32_t> positions, In<float> values, Out<float> result, int n) {
  for (Index i = global_x(); i < count(result, n); i += grid_size_x())
    result[i] = values[positions[i]];
}

/// Four consecutive elements for each thread.
KERNEL polynomial_by_four(In<float> x, Out<float> result, int n) {
  const Index first = 4 * global_x();
  for (int k = 0; k < 4; ++k)
    if (first + k < count(x, n)) {
      const float t = x[first + k];
      result[first + k] = ((((0.1f * t - 0.3f) * t + 0.7f) * t - 1.1f) * t + 0.5f) * t + 2.0f;
    }
}
