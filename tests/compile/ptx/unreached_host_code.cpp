// Host code in the same file is dropped where no kernel reaches it, whatever it uses.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
// RUN: %kcc --emit=obj %s -o %t.o
#include <cstdlib>
#include <iostream>
#include <kcc/device.h>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

int seed = std::rand();
static std::map<std::string, int> registry = {{"one", 1}};

struct Widget {
  virtual ~Widget() = default;
  virtual void show() { std::cout << "widget " << seed << std::endl; }
};

int host_only(const std::string &text) {
  static std::vector<int> seen = {std::atoi(text.c_str())};
  try {
    if (text.empty())
      throw std::invalid_argument("empty");
  } catch (const std::exception &error) {
    std::cerr << error.what();
  }
  auto widget = std::make_unique<Widget>();
  widget->show();
  void *memory = std::malloc(12);
  std::free(memory);
  return registry[text] + seen[0];
}

int device_function(int value) { return value + 1; }
int nobody_calls_this(int value) { return value - 1; }

[[kcc::kernel]] void use(int *values) { *values = device_function(*values); }
[[kcc::kernel]] void nobody_launches_this(int *values) { *values = 0; }

// CHECK-NOT: {{.func|host_only|Widget|registry|seed|nobody_calls}}
// CHECK: .visible .entry _Z3usePi(
// CHECK-NOT: {{.func|host_only|Widget|registry|seed|nobody_calls}}
// CHECK: .visible .entry _Z20nobody_launches_thisPi(
// CHECK-NOT: {{.func|host_only|Widget|registry|seed|nobody_calls}}
