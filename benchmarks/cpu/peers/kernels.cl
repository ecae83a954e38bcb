// The kernels in OpenCL C, for PoCL.

kernel void triad(global float *a, global const float *b, global const float *c, float factor) {
  const size_t i = get_global_id(0);
  a[i] = b[i] + factor * c[i];
}

kernel void triad_strided(global float *a, global const float *b, global const float *c, float factor,
                          ulong count) {
  for (size_t i = get_global_id(0); i < count; i += get_global_size(0))
    a[i] = b[i] + factor * c[i];
}

kernel void saxpy(global float *y, global const float *x, float factor) {
  const size_t i = get_global_id(0);
  y[i] = factor * x[i] + y[i];
}

kernel void stencil(global float *out, global const float *in, ulong count) {
  const size_t i = get_global_id(0);
  if (i > 0 && i + 1 < count)
    out[i] = 0.25f * in[i - 1] + 0.5f * in[i] + 0.25f * in[i + 1];
}

kernel void blur(global float *out, global const float *in, uint width, uint height) {
  const size_t x = get_global_id(0), y = get_global_id(1);
  if (x == 0 || y == 0 || x + 1 >= width || y + 1 >= height)
    return;
  float sum = 0;
  for (int row = -1; row <= 1; ++row)
    for (int column = -1; column <= 1; ++column)
      sum += in[(y + row) * width + x + column];
  out[y * width + x] = sum * (1.0f / 9);
}

kernel void to_gray(global uchar *gray, global const uchar4 *pixels) {
  const size_t i = get_global_id(0);
  const uchar4 pixel = pixels[i];
  gray[i] = (77 * pixel.x + 150 * pixel.y + 29 * pixel.z) >> 8;
}

kernel void sines(global float *out, global const float *in) {
  const size_t i = get_global_id(0);
  out[i] = sin(in[i]);
}

kernel void exponentials(global float *out, global const float *in) {
  const size_t i = get_global_id(0);
  out[i] = exp(in[i]);
}

float cumulative_normal(float d) {
  const float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
  const float polynomial =
      k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  const float tail = 0.39894228f * exp(-0.5f * d * d) * polynomial;
  return d > 0 ? 1.0f - tail : tail;
}

kernel void black_scholes(global float *calls, global float *puts, global const float *prices,
                          global const float *strikes, global const float *years, float rate,
                          float volatility) {
  const size_t i = get_global_id(0);
  const float deviation = volatility * sqrt(years[i]);
  const float d1 =
      (log(prices[i] / strikes[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / deviation;
  const float d2 = d1 - deviation;
  const float discounted = strikes[i] * exp(-rate * years[i]);
  const float n1 = cumulative_normal(d1), n2 = cumulative_normal(d2);
  calls[i] = prices[i] * n1 - discounted * n2;
  puts[i] = discounted * (1.0f - n2) - prices[i] * (1.0f - n1);
}

kernel void collatz(global uint *steps, uint first) {
  const size_t i = get_global_id(0);
  ulong number = first + i;
  uint count = 0;
  while (number != 1) {
    number = number % 2 == 0 ? number / 2 : 3 * number + 1;
    ++count;
  }
  steps[i] = count;
}

kernel void mandelbrot(global uint *iterations, uint width, uint height) {
  const size_t x = get_global_id(0), y = get_global_id(1);
  const float real = -2.0f + 3.0f * (float)x / (float)width;
  const float imaginary = -1.0f + 2.0f * (float)y / (float)height;
  float a = 0, b = 0;
  uint count = 0;
  while (count < 256 && a * a + b * b < 4) {
    const float next = a * a - b * b + real;
    b = 2 * a * b + imaginary;
    a = next;
    ++count;
  }
  iterations[y * width + x] = count;
}

kernel void medians(global float *out, global const float *in) {
  const size_t i = get_global_id(0);
  float values[15];
  for (uint k = 0; k < 15; ++k) {
    const float value = in[i + k];
    uint at = k;
    for (; at > 0 && values[at - 1] > value; --at)
      values[at] = values[at - 1];
    values[at] = value;
  }
  out[i] = values[7];
}

__attribute__((noinline)) float series(float x) {
  float sum = 0;
  for (int k = 8; k > 0; --k)
    sum = sum * x + 1.0f / (float)k;
  return sum * x;
}

kernel void calls(global float *out, global const float *in) {
  const size_t i = get_global_id(0);
  out[i] = series(in[i]) - series(-in[i]);
}

kernel void nearest(global uint *numbers, global const float2 *points, global const float2 *centers,
                    uint center_count) {
  const size_t i = get_global_id(0);
  float least = INFINITY;
  uint number = 0;
  for (uint k = 0; k < center_count; ++k) {
    const float x = points[i].x - centers[k].x, y = points[i].y - centers[k].y;
    const float distance = x * x + y * y;
    if (distance < least) {
      least = distance;
      number = k;
    }
  }
  numbers[i] = number;
}

#define MULTIPLY(tile)                                                                                       \
  kernel void multiply_##tile(global float *c, global const float *a, global const float *b, uint width) {   \
    local float a_tile[tile][tile], b_tile[tile][tile];                                                      \
    const uint x = get_local_id(0), y = get_local_id(1);                                                     \
    const uint column = get_global_id(0), row = get_global_id(1);                                            \
    float sum = 0;                                                                                           \
    for (uint first = 0; first < width; first += tile) {                                                     \
      a_tile[y][x] = a[row * width + first + x];                                                             \
      b_tile[y][x] = b[(first + y) * width + column];                                                        \
      barrier(CLK_LOCAL_MEM_FENCE);                                                                          \
      for (uint k = 0; k < tile; ++k)                                                                        \
        sum += a_tile[y][k] * b_tile[k][x];                                                                  \
      barrier(CLK_LOCAL_MEM_FENCE);                                                                          \
    }                                                                                                        \
    c[row * width + column] = sum;                                                                           \
  }
MULTIPLY(16)
MULTIPLY(32)

kernel void transpose(global float *out, global const float *in, uint width) {
  local float tile[32][33];
  const uint x = get_local_id(0), y = get_local_id(1);
  const uint left = get_group_id(0) * 32, top = get_group_id(1) * 32;
  for (uint row = y; row < 32; row += 8)
    tile[row][x] = in[(top + row) * width + left + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint row = y; row < 32; row += 8)
    out[(left + row) * width + top + x] = tile[x][row];
}

kernel void sum_tree(global float *sums, global const float *values) {
  local float partial[256];
  const uint thread = get_local_id(0);
  partial[thread] = values[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint half_size = 128; half_size > 0; half_size /= 2) {
    if (thread < half_size)
      partial[thread] += partial[thread + half_size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (thread == 0)
    sums[get_group_id(0)] = partial[0];
}

/// What each work group finds on its way through the values; a second launch adds those.
kernel void sum_strided(global float *sums, global const float *values, ulong count) {
  local float partial[256];
  const uint thread = get_local_id(0);
  float sum = 0;
  for (size_t i = get_global_id(0); i < count; i += get_global_size(0))
    sum += values[i];
  partial[thread] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint half_size = 128; half_size > 0; half_size /= 2) {
    if (thread < half_size)
      partial[thread] += partial[thread + half_size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (thread == 0)
    sums[get_group_id(0)] = partial[0];
}

kernel void clear(global uint *counts) { counts[get_global_id(0)] = 0; }

kernel void histogram(global uint *counts, global const uchar *bytes, ulong count) {
  local uint group_counts[256];
  const uint thread = get_local_id(0);
  group_counts[thread] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t i = get_global_id(0); i < count; i += get_global_size(0))
    atomic_inc(&group_counts[bytes[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&counts[thread], group_counts[thread]);
}

kernel void negate(global float *values) {
  const uint thread = get_local_id(0);
  values[thread] = -values[thread];
}

kernel void reverse(global float *values) {
  local float copy[256];
  const uint thread = get_local_id(0);
  copy[thread] = values[thread];
  barrier(CLK_LOCAL_MEM_FENCE);
  values[thread] = copy[255 - thread];
}

#define TILE 512

size_t lower_of_pair(size_t pair, size_t distance) { return 2 * pair - (pair & (distance - 1)); }

kernel void sort_tiles(global uint *keys) {
  local uint in_tile[TILE];
  const uint thread = get_local_id(0);
  const size_t begin = get_group_id(0) * TILE;
  in_tile[thread] = keys[begin + thread];
  in_tile[thread + TILE / 2] = keys[begin + thread + TILE / 2];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint run = 2; run <= TILE; run *= 2)
    for (uint distance = run / 2; distance > 0; distance /= 2) {
      const size_t i = lower_of_pair(thread, distance);
      const uint a = in_tile[i], b = in_tile[i + distance];
      if ((a > b) != (((begin + i) & run) != 0)) {
        in_tile[i] = b;
        in_tile[i + distance] = a;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  keys[begin + thread] = in_tile[thread];
  keys[begin + thread + TILE / 2] = in_tile[thread + TILE / 2];
}

kernel void merge_pass(global uint *keys, ulong run, ulong distance) {
  const size_t i = lower_of_pair(get_global_id(0), distance);
  const uint a = keys[i], b = keys[i + distance];
  if ((a > b) != ((i & run) != 0)) {
    keys[i] = b;
    keys[i + distance] = a;
  }
}

kernel void merge_tiles(global uint *keys, ulong run) {
  local uint in_tile[TILE];
  const uint thread = get_local_id(0);
  const size_t begin = get_group_id(0) * TILE;
  in_tile[thread] = keys[begin + thread];
  in_tile[thread + TILE / 2] = keys[begin + thread + TILE / 2];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint distance = TILE / 2; distance > 0; distance /= 2) {
    const size_t i = lower_of_pair(thread, distance);
    const uint a = in_tile[i], b = in_tile[i + distance];
    if ((a > b) != (((begin + i) & run) != 0)) {
      in_tile[i] = b;
      in_tile[i + distance] = a;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  keys[begin + thread] = in_tile[thread];
  keys[begin + thread + TILE / 2] = in_tile[thread + TILE / 2];
}
