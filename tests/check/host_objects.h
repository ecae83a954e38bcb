// Objects that the host makes for kernels, which must not call through them: for run_kernels.cpp and
// planted/host_calls.cpp, which have functions of their own each.
#ifndef KCC_TESTS_CHECK_HOST_OBJECTS_H
#define KCC_TESTS_CHECK_HOST_OBJECTS_H

#include <array>

struct Numbers {
  std::array<int, 8> values;
};

class Shape {
public:
  explicit Shape(int size) : size(size) {}
  virtual int area(int scale) const = 0;
  virtual Numbers corners() const = 0;

protected:
  int size;
};

class Square : public Shape {
public:
  using Shape::Shape;
  int area(int scale) const override { return size * size * scale; }
  Numbers corners() const override { return {{0, 0, size, 0, size, size, 0, size}}; }
};

class Named {
public:
  virtual int name() const { return 1; }
  int number = 5;
};

/// Its second base has a table of its own.
class NamedSquare : public Square, public Named {
public:
  using Square::Square;
  int name() const override { return size; }
};

inline int twice(int x) {
  return 2 * x;
}
inline int thrice(int x) {
  return 3 * x;
}

using Function = int (*)(int);

struct HostMade {
  Square square{3};
  NamedSquare named{4};
  Function function = twice;
  Function table[2] = {twice, thrice};
  const Shape *pointer = nullptr; ///< to `square` in memory of the host
};

inline HostMade make_on_the_host() {
  static const Square square(6);
  HostMade made;
  made.pointer = &square;
  return made;
}

#endif
