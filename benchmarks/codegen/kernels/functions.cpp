// Kernels whose time goes into mathematical functions.
#include "../dialect.h"

DEVICE float normal_distribution(float x) {
  return 0.5f * std::erfc(-x * 0.70710678f);
}

KERNEL black_scholes(In<float> stock, In<float> strike, In<float> years, Out<float> call, Out<float> put,
                     int n, float rate, float volatility) {
  const Index i = global_x();
  if (i >= count(stock, n))
    return;
  const float s = stock[i], k = strike[i], t = years[i], deviation = volatility * std::sqrt(t);
  const float d1 = (std::log(s / k) + (rate + 0.5f * volatility * volatility) * t) / deviation,
              d2 = d1 - deviation;
  const float discounted = k * std::exp(-rate * t);
  call[i] = s * normal_distribution(d1) - discounted * normal_distribution(d2);
  put[i] = discounted * normal_distribution(-d2) - s * normal_distribution(-d1);
}

KERNEL mixed_functions(In<float> x, In<float> y, Out<float> result, int n) {
  const Index i = global_x();
  if (i >= count(x, n))
    return;
  const float a = x[i], b = y[i];
  result[i] = std::sin(a) * std::cos(b) + std::atan2(a, b) + std::pow(b, a) + std::tanh(a) + std::log1p(b) +
              std::cbrt(a);
}

KERNEL mixed_functions_in_double(In<double> x, In<double> y, Out<double> result, int n) {
  const Index i = global_x();
  if (i >= count(x, n))
    return;
  const double a = x[i], b = y[i];
  result[i] = std::sin(a) + std::exp(b) + std::log(b) + std::pow(b, a);
}

KERNEL gelu(In<float> x, Out<float> result, int n) {
  for (Index i = global_x(); i < count(x, n); i += grid_size_x()) {
    const float value = x[i];
    result[i] = 0.5f * value * (1 + std::tanh(0.79788456f * (value + 0.044715f * value * value * value)));
  }
}

KERNEL sigmoid_gate(In<float> x, In<float> gate, Out<float> result, int n) {
  const Index i = global_x();
  if (i < count(x, n))
    result[i] = x[i] / (1 + std::exp(-gate[i]));
}

DEVICE float warp_maximum(float value) {
  for (unsigned bits = 16; bits > 0; bits /= 2)
    value = std::fmax(value, shuffle_xor(value, bits));
  return value;
}
DEVICE float warp_sum(float value) {
  for (unsigned bits = 16; bits > 0; bits /= 2)
    value += shuffle_xor(value, bits);
  return value;
}

/// A warp for each row.
KERNEL softmax(In<float> from, Out<float> to, int columns) {
  const Index first = static_cast<Index>(column() / 32) * columns;
  const int lane = static_cast<int>(thread_x() % 32);
  float greatest = -1e30f;
  for (int x = lane; x < columns; x += 32)
    greatest = std::fmax(greatest, from[first + x]);
  greatest = warp_maximum(greatest);
  float sum = 0;
  for (int x = lane; x < columns; x += 32)
    sum += std::exp(from[first + x] - greatest);
  sum = warp_sum(sum);
  for (int x = lane; x < columns; x += 32)
    to[first + x] = std::exp(from[first + x] - greatest) / sum;
}

KERNEL layer_norm(In<float> from, In<float> scale, In<float> shift, Out<float> to, int columns) {
  const Index first = static_cast<Index>(column() / 32) * columns;
  const int lane = static_cast<int>(thread_x() % 32);
  float sum = 0, squares = 0;
  for (int x = lane; x < columns; x += 32) {
    const float value = from[first + x];
    sum += value;
    squares += value * value;
  }
  const float mean = warp_sum(sum) / static_cast<float>(columns);
  const float variance = warp_sum(squares) / static_cast<float>(columns) - mean * mean;
  const float factor = inverse_root(variance + 1e-5f);
  for (int x = lane; x < columns; x += 32)
    to[first + x] = (from[first + x] - mean) * factor * scale[x] + shift[x];
}

/// One query for each thread, 32 dimensions, with a running maximum.
KERNEL attention_row(In<float> queries, In<float> keys, In<float> values, Out<float> result, int tokens) {
  const int i = column();
  float query[32], sum[32] = {};
  for (int k = 0; k < 32; ++k)
    query[k] = queries[k * tokens + i];
  float greatest = -1e30f, total = 0;
  for (int token = 0; token < tokens; ++token) {
    float score = 0;
    for (int k = 0; k < 32; ++k)
      score += query[k] * keys[token * 32 + k];
    const float next = std::fmax(greatest, score), correction = std::exp(greatest - next),
                weight = std::exp(score - next);
    total = total * correction + weight;
    for (int k = 0; k < 32; ++k)
      sum[k] = sum[k] * correction + weight * values[token * 32 + k];
    greatest = next;
  }
  for (int k = 0; k < 32; ++k)
    result[k * tokens + i] = sum[k] / total;
}

/// 256 points in shared memory, with twiddle factors computed where they are needed.
BOUNDED_KERNEL(128) fft_256(In<float> from, Out<float> to) {
  SHARED float re[256], im[256];
  const Index first = static_cast<Index>(block_x()) * 512;
  for (unsigned i = thread_x(); i < 256; i += 128) {
    const unsigned at = reverse_bits(i) >> 24;
    re[at] = from[first + 2 * i];
    im[at] = from[first + 2 * i + 1];
  }
  for (unsigned half = 1; half < 256; half *= 2) {
    sync();
    const unsigned k = thread_x() % half, low = 2 * thread_x() - k, high = low + half;
    const float angle = -3.14159265f * static_cast<float>(k) / static_cast<float>(half);
    const float c = std::cos(angle), s = std::sin(angle);
    const float x = re[high] * c - im[high] * s, y = re[high] * s + im[high] * c;
    re[high] = re[low] - x;
    im[high] = im[low] - y;
    re[low] += x;
    im[low] += y;
  }
  sync();
  for (unsigned i = thread_x(); i < 256; i += 128) {
    to[first + 2 * i] = re[i];
    to[first + 2 * i + 1] = im[i];
  }
}

KERNEL great_circle(In<float> latitudes, In<float> longitudes, Out<float> distances, int n, float latitude,
                    float longitude) {
  const Index i = global_x();
  if (i >= count(latitudes, n))
    return;
  const float a = std::sin((latitudes[i] - latitude) * 0.5f),
              b = std::sin((longitudes[i] - longitude) * 0.5f);
  const float h = a * a + std::cos(latitudes[i]) * std::cos(latitude) * b * b;
  distances[i] = 12742 * std::asin(std::fmin(1.0f, std::sqrt(h)));
}

KERNEL color_to_hue(In<float> red, In<float> green, In<float> blue, Out<float> hue, int n) {
  const Index i = global_x();
  if (i >= count(red, n))
    return;
  const float r = red[i], g = green[i], b = blue[i];
  const float high = std::fmax(r, std::fmax(g, b)), low = std::fmin(r, std::fmin(g, b)), range = high - low;
  float angle = 0;
  if (range > 0) {
    if (high == r)
      angle = (g - b) / range;
    else if (high == g)
      angle = 2 + (b - r) / range;
    else
      angle = 4 + (r - g) / range;
  }
  hue[i] = std::fmod(angle * 60 + 360, 360.0f);
}
