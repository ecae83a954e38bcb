// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

struct Shape {
  virtual float area() const = 0;
  virtual void print() const;
};

struct Square final : Shape {
  float side = 1;
  float area() const override { return side * side; }
};

[[kcc::kernel]] void areas(std::span<float> result) {
  Square square;
  const Shape &shape = square;
  result[0] = shape.area();
}

// ERROR: %s:9:8: error: kernel 'areas' reaches 'Shape::print', which has no body in this file; define it in a header and include that
// ERROR: %s:15:10: note: called by 'areas' here
