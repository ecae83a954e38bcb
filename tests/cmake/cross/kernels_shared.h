// What the kernels and the program have in common.
#ifndef KERNELS_SHARED_H
#define KERNELS_SHARED_H

#include <cstdint>

inline constexpr std::uint32_t block_size = 128;

struct Color {
  std::uint8_t red, green, blue;
};
struct Triple {
  int a, b, c;
};
struct Vector {
  float x, y, z;
};
struct Large {
  double values[4];
  char sign;
};

inline double sum(std::uint32_t i, Color color, Triple triple, Vector vector, Large large) {
  return i * color.red + color.green - color.blue + triple.a * triple.b - triple.c + vector.x * vector.y -
         vector.z + large.values[i % 4] * large.sign;
}

#endif
