// Rays, polygons, clusters.
#include "../dialect.h"
#include "../types.h"

/// The nearest hit of a ray through each pixel among spheres.
KERNEL rays_and_spheres(In<Vector4> spheres, Out<float> depths, int width, int height, int n) {
  const int x = column(), y = row();
  if (x >= width || y >= height)
    return;
  float dx = (static_cast<float>(x) + 0.5f) / static_cast<float>(width) * 2 - 1,
        dy = (static_cast<float>(y) + 0.5f) / static_cast<float>(height) * 2 - 1, dz = 1;
  const float scale = inverse_root(dx * dx + dy * dy + dz * dz);
  dx *= scale, dy *= scale, dz *= scale;
  float nearest = 1e30f;
  for (int k = 0; k < n; ++k) {
    const Vector4 sphere = spheres[k];
    const float along = sphere.x * dx + sphere.y * dy + sphere.z * dz;
    const float square = sphere.x * sphere.x + sphere.y * sphere.y + sphere.z * sphere.z - along * along;
    const float inside = sphere.w * sphere.w - square;
    if (inside > 0) {
      const float depth = along - std::sqrt(inside);
      if (depth > 0 && depth < nearest)
        nearest = depth;
    }
  }
  depths[y * width + x] = nearest;
}

/// Rays against boxes by slabs: minima and maxima.
KERNEL rays_and_boxes(In<float> rays, In<float> boxes, Out<std::uint32_t> hits, int n, int number_of_boxes) {
  const int i = column();
  if (i >= n)
    return;
  float origin[3], inverse[3];
  for (int axis = 0; axis < 3; ++axis) {
    origin[axis] = rays[axis * n + i];
    inverse[axis] = 1 / rays[(3 + axis) * n + i];
  }
  std::uint32_t hit = 0;
  for (int k = 0; k < number_of_boxes; ++k) {
    float enter = 0, leave = 1e30f;
    for (int axis = 0; axis < 3; ++axis) {
      const float low = (boxes[k * 6 + axis] - origin[axis]) * inverse[axis],
                  high = (boxes[k * 6 + axis] + boxes[k * 6 + 3 + axis] - origin[axis]) * inverse[axis];
      enter = std::fmax(enter, std::fmin(low, high));
      leave = std::fmin(leave, std::fmax(low, high));
    }
    hit += enter <= leave ? 1 : 0;
  }
  hits[i] = hit;
}

KERNEL points_in_polygon(In<float> xs, In<float> ys, In<float> corners, Out<std::uint8_t> inside, int n,
                         int sides) {
  const Index i = global_x();
  if (i >= count(xs, n))
    return;
  const float x = xs[i], y = ys[i];
  bool is_inside = false;
  for (int k = 0, before = sides - 1; k < sides; before = k++) {
    const float ax = corners[2 * k], ay = corners[2 * k + 1], bx = corners[2 * before],
                by = corners[2 * before + 1];
    if ((ay > y) != (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax)
      is_inside = !is_inside;
  }
  inside[i] = is_inside ? 1 : 0;
}

KERNEL nearest_center(In<float> points, In<float> centers, Out<std::uint32_t> nearest, int n, int clusters) {
  const int i = column();
  if (i >= n)
    return;
  float point[8];
  for (int k = 0; k < 8; ++k)
    point[k] = points[k * n + i];
  float best = 1e30f;
  std::uint32_t best_cluster = 0;
  for (int cluster = 0; cluster < clusters; ++cluster) {
    float distance = 0;
    for (int k = 0; k < 8; ++k) {
      const float difference = point[k] - centers[cluster * 8 + k];
      distance += difference * difference;
    }
    if (distance < best) {
      best = distance;
      best_cluster = cluster;
    }
  }
  nearest[i] = best_cluster;
}

KERNEL bezier_lengths(In<Vector4> xs, In<Vector4> ys, Out<float> lengths, int n, int steps) {
  const Index i = global_x();
  if (i >= count(xs, n))
    return;
  const Vector4 x = xs[i], y = ys[i];
  const auto at = [](const Vector4 &p, float t) {
    const float u = 1 - t;
    return u * u * u * p.x + 3 * u * u * t * p.y + 3 * u * t * t * p.z + t * t * t * p.w;
  };
  float length = 0, old_x = x.x, old_y = y.x;
  for (int k = 1; k <= steps; ++k) {
    const float t = static_cast<float>(k) / static_cast<float>(steps), new_x = at(x, t), new_y = at(y, t);
    length += std::sqrt((new_x - old_x) * (new_x - old_x) + (new_y - old_y) * (new_y - old_y));
    old_x = new_x;
    old_y = new_y;
  }
  lengths[i] = length;
}
