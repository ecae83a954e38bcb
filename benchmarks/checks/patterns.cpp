// Kernels that access memory in the ways that others do: what `race` costs depends on where neighbouring
// threads access.
#include <kcc/device.h>

#include <span>

namespace {

struct Body {
  float x, y, z, mass;
};

struct Particle {
  float x, y, z, dx, dy, dz, age;
};

struct Pixel {
  unsigned char red, green, blue;
};

/// A pseudorandom number below a power of two, each once.
std::size_t scattered(std::size_t i, std::size_t count) {
  return (i * 2654435761u + 12345) & (count - 1);
}

} // namespace

// Of square matrices with `size` rows:

[[kcc::kernel]] void four_neighbours(std::span<float> out, std::span<const float> a, std::span<const float>,
                                     unsigned size) {
  const unsigned x = kcc::block_idx().x * kcc::block_dim().x + kcc::thread_idx().x;
  const unsigned y = kcc::block_idx().y * kcc::block_dim().y + kcc::thread_idx().y;
  if (x > 0 && y > 0 && x < size - 1 && y < size - 1)
    out[y * size + x] =
        a[y * size + x - 1] + a[y * size + x + 1] + a[(y - 1) * size + x] + a[(y + 1) * size + x];
}

[[kcc::kernel]] void window_3x3(std::span<float> out, std::span<const float> a, std::span<const float>,
                                unsigned size) {
  const unsigned x = kcc::block_idx().x * kcc::block_dim().x + kcc::thread_idx().x;
  const unsigned y = kcc::block_idx().y * kcc::block_dim().y + kcc::thread_idx().y;
  if (x == 0 || y == 0 || x >= size - 1 || y >= size - 1)
    return;
  float sum = 0;
  for (unsigned row = y - 1; row <= y + 1; ++row)
    for (unsigned column = x - 1; column <= x + 1; ++column)
      sum += a[row * size + column];
  out[y * size + x] = sum;
}

[[kcc::kernel]] void transposition(std::span<float> out, std::span<const float> a, std::span<const float>,
                                   unsigned size) {
  const unsigned x = kcc::block_idx().x * kcc::block_dim().x + kcc::thread_idx().x;
  const unsigned y = kcc::block_idx().y * kcc::block_dim().y + kcc::thread_idx().y;
  out[x * size + y] = a[y * size + x];
}

[[kcc::kernel]] void transposition_in_tiles(std::span<float> out, std::span<const float> a,
                                            std::span<const float>, unsigned size) {
  [[kcc::shared]] float tile[16][17];
  const unsigned x = kcc::thread_idx().x, y = kcc::thread_idx().y;
  const unsigned column = kcc::block_idx().x * 16, row = kcc::block_idx().y * 16;
  tile[y][x] = a[(row + y) * size + column + x];
  kcc::sync_threads();
  out[(column + y) * size + row + x] = tile[x][y];
}

[[kcc::kernel]] void product_without_tiles(std::span<float> out, std::span<const float> a,
                                           std::span<const float> b, unsigned size) {
  const unsigned x = kcc::block_idx().x * kcc::block_dim().x + kcc::thread_idx().x;
  const unsigned y = kcc::block_idx().y * kcc::block_dim().y + kcc::thread_idx().y;
  float sum = 0;
  for (unsigned k = 0; k < size; ++k)
    sum += a[y * size + k] * b[k * size + x];
  out[y * size + x] = sum;
}

[[kcc::kernel]] void sums_of_columns(std::span<float> out, std::span<const float> a, std::span<const float>,
                                     unsigned size) {
  const std::size_t column = kcc::global_index();
  float sum = 0;
  for (unsigned row = 0; row < size; ++row)
    sum += a[row * size + column];
  out[column] = sum;
}

[[kcc::kernel]] void sums_of_rows(std::span<float> out, std::span<const float> a, std::span<const float>,
                                  unsigned size) {
  const std::size_t row = kcc::global_index();
  float sum = 0;
  for (unsigned column = 0; column < size; ++column)
    sum += a[row * size + column];
  out[row] = sum;
}

// Of arrays, the first `size` numbers of which are used, or all:

[[kcc::kernel]] void gather(std::span<float> out, std::span<const float> a, std::span<const float>,
                            unsigned) {
  const std::size_t i = kcc::global_index();
  out[i] = a[scattered(i, a.size())];
}

[[kcc::kernel]] void scatter(std::span<float> out, std::span<const float> a, std::span<const float>,
                             unsigned) {
  const std::size_t i = kcc::global_index();
  out[scattered(i, a.size())] = a[i];
}

[[kcc::kernel]] void reversal(std::span<float> out, std::span<const float> a, std::span<const float>,
                              unsigned) {
  const std::size_t i = kcc::global_index();
  out[a.size() - 1 - i] = a[i];
}

/// Rows of 16 numbers, in columns anywhere.
[[kcc::kernel]] void sparse_product(std::span<float> out, std::span<const float> a, std::span<const float> b,
                                    unsigned) {
  const std::size_t row = kcc::global_index();
  float sum = 0;
  for (std::size_t k = 16 * row; k < 16 * row + 16; ++k)
    sum += a[k] * b[scattered(k, b.size())];
  out[row] = sum;
}

[[kcc::kernel]] void members(std::span<float> out, std::span<const float>, std::span<const float>, unsigned) {
  const std::span bodies(reinterpret_cast<Body *>(out.data()), out.size() / 4);
  Body &body = bodies[kcc::global_index()];
  body.x += 0.5f * body.mass;
  body.y += 0.5f;
  body.z -= 0.5f;
}

[[kcc::kernel]] void structures(std::span<float> out, std::span<const float> a, std::span<const float>,
                                unsigned) {
  const std::span from(reinterpret_cast<const Body *>(a.data()), a.size() / 4);
  const std::span to(reinterpret_cast<Body *>(out.data()), out.size() / 4);
  const Body body = from[kcc::global_index()];
  to[kcc::global_index()] = {body.x + body.mass, body.y, body.z, body.mass};
}

/// In structures of 28 bytes.
[[kcc::kernel]] void particles(std::span<float> out, std::span<const float>, std::span<const float>,
                               unsigned) {
  const std::span all(reinterpret_cast<Particle *>(out.data()), out.size() / 8);
  Particle &particle = all[kcc::global_index()];
  particle.x += 0.1f * particle.dx;
  particle.y += 0.1f * particle.dy;
  particle.z += 0.1f * particle.dz;
  particle.age += 0.1f;
}

[[kcc::kernel]] void bytes(std::span<float> out, std::span<const float> a, std::span<const float>, unsigned) {
  const std::span from(reinterpret_cast<const unsigned char *>(a.data()), a.size());
  const std::span to(reinterpret_cast<unsigned char *>(out.data()), out.size());
  const std::size_t i = kcc::global_index();
  to[i] = static_cast<unsigned char>(255 - from[i]);
}

/// Structures of 3 bytes.
[[kcc::kernel]] void pixels(std::span<float> out, std::span<const float> a, std::span<const float>,
                            unsigned) {
  const std::span from(reinterpret_cast<const Pixel *>(a.data()), a.size());
  const std::span to(reinterpret_cast<unsigned char *>(out.data()), out.size());
  const Pixel pixel = from[kcc::global_index()];
  to[kcc::global_index()] = static_cast<unsigned char>((pixel.red + 2 * pixel.green + pixel.blue) / 4);
}

/// Each thread reads `size` bodies.
[[kcc::kernel]] void n_body(std::span<float> out, std::span<const float> a, std::span<const float>,
                            unsigned size) {
  const std::span bodies(reinterpret_cast<const Body *>(a.data()), size);
  const std::size_t i = kcc::global_index();
  const Body own = bodies[i];
  float x = 0, y = 0, z = 0;
  for (const Body &other : bodies) {
    const float dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
    const float square = dx * dx + dy * dy + dz * dz + 0.01f, factor = other.mass / (square * square);
    x += factor * dx;
    y += factor * dy;
    z += factor * dz;
  }
  out[3 * i] = x;
  out[3 * i + 1] = y;
  out[3 * i + 2] = z;
}

/// Each block sorts 512 numbers in shared memory.
[[kcc::kernel]] void bitonic_sort(std::span<float> out, std::span<const float> a, std::span<const float>,
                                  unsigned) {
  [[kcc::shared]] float keys[512];
  const unsigned t = kcc::thread_idx().x;
  const std::size_t base = 512 * std::size_t{kcc::block_idx().x};
  keys[t] = a[base + t];
  keys[t + 256] = a[base + t + 256];
  kcc::sync_threads();
  for (unsigned run = 2; run <= 512; run *= 2)
    for (unsigned distance = run / 2; distance > 0; distance /= 2) {
      const unsigned low = 2 * t - (t & (distance - 1)), high = low + distance;
      const float x = keys[low], y = keys[high];
      if ((x > y) == ((low & run) == 0)) {
        keys[low] = y;
        keys[high] = x;
      }
      kcc::sync_threads();
    }
  out[base + t] = keys[t];
  out[base + t + 256] = keys[t + 256];
}
