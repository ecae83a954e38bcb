// Neighbourhoods in grids and images.
#include "../dialect.h"

KERNEL heat_2d(In<float> from, Out<float> to, int width, int height, float rate) {
  const int x = column(), y = row();
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
    return;
  const int i = y * width + x;
  to[i] = from[i] + rate * (from[i - 1] + from[i + 1] + from[i - width] + from[i + width] - 4 * from[i]);
}

/// 7 points; each thread walks along z.
KERNEL jacobi_3d(In<float> from, Out<float> to, int size) {
  const int x = column(), y = row();
  if (x < 1 || y < 1 || x >= size - 1 || y >= size - 1)
    return;
  const int layer = size * size;
  for (int z = 1; z < size - 1; ++z) {
    const int i = z * layer + y * size + x;
    to[i] =
        (from[i - 1] + from[i + 1] + from[i - size] + from[i + size] + from[i - layer] + from[i + layer]) / 6;
  }
}

/// A row of 17 weights, with the row of the image in shared memory.
KERNEL blur_rows(In<float> from, In<float> weights, Out<float> to, int width) {
  SHARED float line[256 + 16];
  const int x = column(), y = static_cast<int>(block_y()), first = static_cast<int>(block_x() * 256) - 8;
  for (int k = static_cast<int>(thread_x()); k < 256 + 16; k += 256) {
    const int at = first + k;
    line[k] = at >= 0 && at < width ? from[y * width + at] : 0.0f;
  }
  sync();
  float sum = 0;
  for (int k = 0; k < 17; ++k)
    sum += weights[k] * line[thread_x() + k];
  if (x < width)
    to[y * width + x] = sum;
}

KERNEL convolution_5x5(In<float> from, In<float> weights, Out<float> to, int width, int height) {
  const int x = column(), y = row();
  if (x < 2 || y < 2 || x >= width - 2 || y >= height - 2)
    return;
  float sum = 0;
  for (int dy = -2; dy <= 2; ++dy)
    for (int dx = -2; dx <= 2; ++dx)
      sum += weights[(dy + 2) * 5 + dx + 2] * from[(y + dy) * width + x + dx];
  to[y * width + x] = sum;
}

/// Several channels, as a layer of a network has them; the loop bounds are parameters.
KERNEL convolution_layer(In<float> from, In<float> weights, Out<float> to, int width, int height,
                         int channels, int taps) {
  const int x = column(), y = row();
  if (x + taps > width || y + taps > height)
    return;
  float sum = 0;
  for (int channel = 0; channel < channels; ++channel)
    for (int dy = 0; dy < taps; ++dy)
      for (int dx = 0; dx < taps; ++dx)
        sum +=
            weights[(channel * taps + dy) * taps + dx] * from[(channel * height + y + dy) * width + x + dx];
  to[y * width + x] = sum > 0 ? sum : 0;
}

KERNEL game_of_life(In<std::uint8_t> from, Out<std::uint8_t> to, int width, int height) {
  const int x = column(), y = row();
  if (x >= width || y >= height)
    return;
  int neighbours = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx != 0 || dy != 0)
        neighbours += from[(y + dy + height) % height * width + (x + dx + width) % width];
  to[y * width + x] = neighbours == 3 || (neighbours == 2 && from[y * width + x] != 0) ? 1 : 0;
}

KERNEL sobel(In<std::uint8_t> from, Out<std::uint8_t> to, int width, int height) {
  const int x = column(), y = row();
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
    return;
  const auto at = [&](int dx, int dy) { return static_cast<int>(from[(y + dy) * width + x + dx]); };
  const int across = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1);
  const int down = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1);
  const int sum = (across < 0 ? -across : across) + (down < 0 ? -down : down);
  to[y * width + x] = static_cast<std::uint8_t>(sum > 255 ? 255 : sum);
}

KERNEL bilateral_filter(In<float> from, Out<float> to, int width, int height, float near, float similar) {
  const int x = column(), y = row();
  if (x < 3 || y < 3 || x >= width - 3 || y >= height - 3)
    return;
  const float center = from[y * width + x];
  float sum = 0, weights = 0;
  for (int dy = -3; dy <= 3; ++dy)
    for (int dx = -3; dx <= 3; ++dx) {
      const float value = from[(y + dy) * width + x + dx], difference = value - center;
      const float weight =
          std::exp(-static_cast<float>(dx * dx + dy * dy) * near - difference * difference * similar);
      sum += weight * value;
      weights += weight;
    }
  to[y * width + x] = sum / weights;
}

/// The median of 9 by exchanges.
KERNEL median_3x3(In<float> from, Out<float> to, int width, int height) {
  const int x = column(), y = row();
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
    return;
  float values[9];
  for (int k = 0; k < 9; ++k)
    values[k] = from[(y + k / 3 - 1) * width + x + k % 3 - 1];
  for (int pass = 0; pass < 5; ++pass)
    for (int k = pass + 1; k < 9; ++k) {
      const float low = std::fmin(values[pass], values[k]), high = std::fmax(values[pass], values[k]);
      values[pass] = low;
      values[k] = high;
    }
  to[y * width + x] = values[4];
}

/// 8 x 8 blocks, the cosines computed where they are needed.
KERNEL dct_8x8(In<float> from, Out<float> to, int width) {
  SHARED float block[8][8];
  const int x = column(), y = row(), u = static_cast<int>(thread_x()), v = static_cast<int>(thread_y());
  block[v][u] = from[y * width + x];
  sync();
  float sum = 0;
  for (int j = 0; j < 8; ++j)
    for (int i = 0; i < 8; ++i)
      sum += block[j][i] * std::cos(static_cast<float>((2 * i + 1) * u) * 0.19634954f) *
             std::cos(static_cast<float>((2 * j + 1) * v) * 0.19634954f);
  to[y * width + x] = sum * (u == 0 ? 0.35355339f : 0.5f) * (v == 0 ? 0.35355339f : 0.5f);
}
