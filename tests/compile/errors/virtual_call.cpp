// A vtable is in the file that defines the first virtual function.
// FAIL: %kcc %s -o %t.ptx
// FAIL: %kcc -O0 %s -o %t.ptx
#include <kcc/device.h>

struct Shape {
// ERROR@-1:8: error: kernel 'areas' makes an object of class 'Shape', whose vtable is in the file that defines the class's first virtual function; define that function in the class, or make it pure
  virtual float area() const = 0;
  virtual void print() const;
};

struct Square final : Shape {
// ERROR@-1:8: note: called by 'Square::Square' here
  float side = 1;
  float area() const override { return side * side; }
};

[[kcc::kernel]] void areas(std::span<float> result) {
  Square square;
  // ERROR@-1:10: note: called by 'areas' here
  const Shape &shape = square;
  result[0] = shape.area();
}
