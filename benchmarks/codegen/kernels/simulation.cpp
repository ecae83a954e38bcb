// Particles.
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
