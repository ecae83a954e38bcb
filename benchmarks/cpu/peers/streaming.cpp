#include "peers.h"

namespace plain {

void triad(float *__restrict a, const float *__restrict b, const float *__restrict c, float factor,
           std::size_t count) {
#pragma omp parallel for
  for (std::size_t i = 0; i < count; ++i)
    a[i] = b[i] + factor * c[i];
}

void saxpy(float *__restrict y, const float *__restrict x, float factor, std::size_t count) {
#pragma omp parallel for
  for (std::size_t i = 0; i < count; ++i)
    y[i] = factor * x[i] + y[i];
}

void stencil(float *__restrict out, const float *__restrict in, std::size_t count) {
#pragma omp parallel for
  for (std::size_t i = 1; i < count - 1; ++i)
    out[i] = 0.25f * in[i - 1] + 0.5f * in[i] + 0.25f * in[i + 1];
}

void blur(float *__restrict out, const float *__restrict in, std::size_t width, std::size_t height) {
#pragma omp parallel for
  for (std::size_t y = 1; y < height - 1; ++y) {
    const float *above = in + (y - 1) * width, *here = above + width, *below = here + width;
    for (std::size_t x = 1; x < width - 1; ++x)
      out[y * width + x] = (above[x - 1] + above[x] + above[x + 1] + here[x - 1] + here[x] + here[x + 1] +
                            below[x - 1] + below[x] + below[x + 1]) *
                           (1.0f / 9);
  }
}

void to_gray(std::uint8_t *__restrict gray, const Pixel *__restrict pixels, std::size_t count) {
#pragma omp parallel for
  for (std::size_t i = 0; i < count; ++i)
    gray[i] =
        static_cast<std::uint8_t>((77 * pixels[i].red + 150 * pixels[i].green + 29 * pixels[i].blue) >> 8);
}

} // namespace plain
