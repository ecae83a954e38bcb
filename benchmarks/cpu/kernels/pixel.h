#ifndef CPU_BENCHMARK_PIXEL_H
#define CPU_BENCHMARK_PIXEL_H

#include <cstdint>

struct Pixel {
  std::uint8_t red, green, blue, alpha;
};

struct Point {
  float x, y;
};

#endif
