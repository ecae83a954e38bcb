// Types that kernels share with the program that launches them.
#ifndef CODEGEN_TYPES_H
#define CODEGEN_TYPES_H

#include <cstdint>

struct alignas(16) Vector4 {
  float x, y, z, w;
};

/// 16 bytes that are only copied.
struct alignas(16) Words {
  std::uint32_t word[4];
};

struct Particle {
  float x, y, z, vx, vy, vz, age, mass;
};

#endif
