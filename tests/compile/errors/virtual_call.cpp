// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

struct Shape {
  virtual float area() const = 0;
  virtual void print() const;
};

struct Square final : Shape {
// ERROR@-1:8: error: kernel 'areas' reaches 'Shape::print', which has no body in this file; define it in a header and include that
  float side = 1;
  float area() const override { return side * side; }
};

[[kcc::kernel]] void areas(std::span<float> result) {
  Square square;
  // ERROR@-1:10: note: called by 'areas' here
  const Shape &shape = square;
  result[0] = shape.area();
}
