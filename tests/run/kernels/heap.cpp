// Kernels that allocate memory.
#include <cstdlib>
#include <kcc/device.h>
#include <memory>
#include <new>
#include <vector>

namespace heap {

struct Shape {
  virtual ~Shape() = default;
  virtual float area() const = 0;
};
/// Counts its destructions.
struct Square : Shape {
  Square(float side, unsigned *destroyed) : side(side), destroyed(destroyed) {}
  ~Square() override { *destroyed += 1; }
  float area() const override { return side * side; }
  float side;
  unsigned *destroyed;
};
struct Circle : Shape {
  explicit Circle(float radius) : radius(radius) {}
  float area() const override { return 3 * radius * radius; }
  float radius;
};
struct alignas(256) Wide {
  int values[64];
};

/// A list whose nodes outlive the kernel that creates them.
struct Node {
  int value;
  Node *next;
};

[[kcc::kernel]] void make_list(std::span<Node *> first, int length) {
  Node *list = nullptr;
  for (int i = 0; i < length; ++i)
    list = new Node{i, list};
  first[kcc::global_index()] = list;
}
[[kcc::kernel]] void free_list(std::span<Node *> first, std::span<int> sums) {
  const std::size_t i = kcc::global_index();
  int sum = 0;
  for (Node *node = first[i]; node;) {
    Node *next = node->next;
    sum += node->value;
    delete node;
    node = next;
  }
  sums[i] = sum;
}

[[kcc::kernel]] void objects(std::span<float> areas, std::span<unsigned> destroyed) {
  const std::size_t i = kcc::global_index();
  std::unique_ptr<Shape> shape;
  if (i % 2 == 0)
    shape = std::make_unique<Square>(static_cast<float>(i), &destroyed[i]);
  else
    shape = std::make_unique<Circle>(static_cast<float>(i));
  areas[i] = shape->area();
}

[[kcc::kernel]] void vectors(std::span<unsigned> sums) {
  const auto i = static_cast<unsigned>(kcc::global_index());
  std::vector<unsigned> values;
  for (unsigned n = 0; n <= i; ++n)
    values.push_back(n * n);
  std::vector<unsigned> copy = values;
  copy.insert(copy.begin(), 1000u);
  unsigned sum = 0;
  for (unsigned value : copy)
    sum += value;
  sums[i] = sum;
}

/// malloc, calloc and free, and whether the blocks are aligned and disjoint.
[[kcc::kernel]] void blocks(std::span<unsigned> wrong) {
  const std::size_t i = kcc::global_index();
  const auto bytes = 40 + 4 * i;
  auto *first = static_cast<unsigned char *>(std::malloc(bytes));
  auto *zeros = static_cast<unsigned char *>(std::calloc(bytes, 3));
  Wide *wide = new Wide;
  Wide *several = new Wide[3];
  unsigned bad = 0;
  for (void *place : {static_cast<void *>(first), static_cast<void *>(zeros)})
    bad += reinterpret_cast<std::uintptr_t>(place) % 16 != 0;
  for (void *place : {static_cast<void *>(wide), static_cast<void *>(several)})
    bad += reinterpret_cast<std::uintptr_t>(place) % 256 != 0;
  for (std::size_t n = 0; n < bytes; ++n)
    first[n] = static_cast<unsigned char>(i);
  several[2].values[63] = wide->values[0] = static_cast<int>(i);
  for (std::size_t n = 0; n < 3 * bytes; ++n)
    bad += zeros[n] != 0;
  for (std::size_t n = 0; n < bytes; ++n)
    bad += first[n] != static_cast<unsigned char>(i);
  bad += several[2].values[63] != wide->values[0];
  delete wide;
  delete[] several;
  std::free(zeros);
  std::free(first);
  std::free(nullptr);
  wrong[i] = bad;
}

/// Requests more than there can be: all these forms return null.
[[kcc::kernel]] void too_much(std::span<unsigned> nulls, std::size_t bytes) {
  // Volatile, because a compiler may assume that an unused allocation succeeds.
  void *volatile const blocks[] = {
      std::malloc(bytes), std::calloc(bytes, 16), std::calloc(std::size_t{1} << 33, std::size_t{1} << 33),
      new (std::nothrow) char[bytes], operator new(bytes, std::align_val_t{64}, std::nothrow)};
  unsigned count = 0;
  for (void *volatile const &block : blocks)
    count += block == nullptr;
  nulls[0] = count;
}

/// The form that would throw ends the kernel.
[[kcc::kernel]] void too_much_traps(std::span<char *> place, std::size_t bytes) {
  place[0] = new char[bytes];
}

} // namespace heap
