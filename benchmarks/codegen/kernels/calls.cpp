// Calls through pointers, virtual functions, interpreters and the C++ library.
#include "../dialect.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

using Operation = float (*)(float, float);
DEVICE float add_(float a, float b) {
  return a + b;
}
DEVICE float subtract_(float a, float b) {
  return a - b * 0.5f;
}
DEVICE float multiply_(float a, float b) {
  return a * b + 0.25f;
}
DEVICE float least_(float a, float b) {
  return a < b ? a : b;
}

KERNEL indirect_calls(In<std::uint8_t> codes, In<float> values, Out<float> result, int n, int steps) {
  const Index i = global_x();
  if (i >= count(result, n))
    return;
  const Operation operations[4] = {add_, subtract_, multiply_, least_};
  float value = values[i];
  for (int k = 0; k < steps; ++k)
    value = operations[codes[(i / 32 + k) % 1024] & 3](value, values[i] * 0.5f);
  result[i] = value;
}

struct Shape {
  DEVICE explicit Shape(float size) : size(size) {}
  DEVICE virtual float area() const = 0;
  float size;
};
struct Square : Shape {
  using Shape::Shape;
  DEVICE float area() const override { return size * size; }
};
struct Circle : Shape {
  using Shape::Shape;
  DEVICE float area() const override { return 3.14159265f * size * size; }
};
struct Triangle : Shape {
  using Shape::Shape;
  DEVICE float area() const override { return 0.4330127f * size * size; }
};

KERNEL virtual_calls(In<std::uint8_t> kinds, In<float> sizes, Out<float> areas, int n, int steps) {
  const Index i = global_x();
  if (i >= count(areas, n))
    return;
  float sum = 0;
  for (int k = 0; k < steps; ++k) {
    const float size = sizes[i] + static_cast<float>(k);
    const Square square(size);
    const Circle circle(size);
    const Triangle triangle(size);
    const int kind = kinds[(i / 32 + k) % 1024] % 3;
    const Shape *shape = kind == 0   ? static_cast<const Shape *>(&square)
                         : kind == 1 ? static_cast<const Shape *>(&circle)
                                     : &triangle;
    sum += shape->area();
  }
  areas[i] = sum;
}

/// A program of bytes on a machine with a stack in a local array.
KERNEL interpreter(In<std::uint8_t> program, In<std::int32_t> inputs, Out<std::int32_t> outputs, int length,
                   int n) {
  const Index i = global_x();
  if (i >= count(outputs, n))
    return;
  std::int32_t stack[16] = {};
  int top = 0;
  const std::int32_t input = inputs[i];
  for (Index at = 0; at < count(program, length); ++at) {
    const std::uint8_t code = program[at];
    switch (code % 8) {
    case 0:
      if (top < 15)
        stack[++top] = input + code;
      break;
    case 1:
      if (top < 15) {
        stack[top + 1] = stack[top];
        ++top;
      }
      break;
    case 2:
      if (top > 0) {
        stack[top - 1] += stack[top];
        --top;
      }
      break;
    case 3:
      if (top > 0) {
        stack[top - 1] *= stack[top];
        --top;
      }
      break;
    case 4:
      stack[top] ^= stack[top] >> 3;
      break;
    case 5:
      stack[top] -= code;
      break;
    case 6:
      if (stack[top] < 0)
        stack[top] = ~stack[top];
      break;
    default:
      stack[top] = stack[top] * 5 + 1;
    }
  }
  outputs[i] = stack[top];
}

/// Fixed arrays, transformed and folded by the library.
KERNEL std_algorithms(In<float> from, Out<float> to, int n) {
  const int i = column();
  if (i >= n)
    return;
  std::array<float, 16> own;
  for (int k = 0; k < 16; ++k)
    own[k] = from[k * n + i];
  std::array<float, 16> sums;
  std::partial_sum(own.begin(), own.end(), sums.begin());
  std::reverse(own.begin(), own.end());
  const float product = std::inner_product(own.begin(), own.end(), sums.begin(), 0.0f);
  const auto [low, high] = std::minmax_element(sums.begin(), sums.end());
  to[i] = product + *high - *low + std::accumulate(own.begin(), own.end(), 0.0f);
}

/// A struct of complex numbers with operators.
struct Complex {
  float re, im;
  DEVICE friend Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
  DEVICE friend Complex operator*(Complex a, Complex b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
};

KERNEL julia_set(Out<std::uint32_t> iterations, int width, int height, int limit) {
  const int x = column(), y = row();
  if (x >= width || y >= height)
    return;
  Complex z{static_cast<float>(x) / static_cast<float>(width) * 3 - 1.5f,
            static_cast<float>(y) / static_cast<float>(height) * 3 - 1.5f};
  const Complex c{-0.8f, 0.156f};
  int k = 0;
  while (k < limit && z.re * z.re + z.im * z.im < 4) {
    z = z * z + c;
    ++k;
  }
  iterations[y * width + x] = static_cast<std::uint32_t>(k);
}

/// A recursive function with a fixed depth.
DEVICE float simpson(float low, float high, int depth) {
  const float middle = 0.5f * (low + high), width = high - low;
  if (depth == 0) {
    const auto f = [](float x) { return x * x / (1 + x); };
    return width / 6 * (f(low) + 4 * f(middle) + f(high));
  }
  return simpson(low, middle, depth - 1) + simpson(middle, high, depth - 1);
}

KERNEL recursion(In<float> bounds, Out<float> integrals, int n, int depth) {
  const Index i = global_x();
  if (i < count(bounds, n))
    integrals[i] = simpson(0, bounds[i], depth);
}
