// A launch compares only memory whose size it knows.
// FAIL: %kcc %s -o %t.ptx
// FAIL: %kcc --target cpu --emit=manifest %s -o %t.json
#include <kcc/device.h>

#include <array>
#include <string_view>
#include <utility>

[[kcc::kernel, kcc::no_alias]] void pointer(std::span<int> a, const int *b) { a[0] = *b; }
// ERROR@-1:74: error: 'kcc::no_alias' has every launch check that the parameters' memory does not overlap, and 'b' of kernel 'pointer' is or contains a pointer to memory of unknown size; pass a 'std::span', or a pointer with '__restrict__', which nothing checks

struct Node {
  std::span<int> values;
  Node *next;
};
struct Tree {
  int depth;
  Node roots[2];
};
[[kcc::kernel, kcc::no_alias]] void member(int, Tree tree) { tree.roots[0].values[0] = 1; }
// ERROR@-1:54: error: 'kcc::no_alias' has every launch check that the parameters' memory does not overlap, and 'tree.roots[0].next' of kernel 'member' is or contains a pointer to memory of unknown size; pass a 'std::span', or a pointer with '__restrict__', which nothing checks

struct Derived : Node {};
[[kcc::kernel, kcc::no_alias]] void base(std::pair<int, Derived> pair) { pair.second.values[0] = 1; }
// ERROR@-1:66: error: 'kcc::no_alias' has every launch check that the parameters' memory does not overlap, and 'pair.second.next' of kernel 'base' is or contains a pointer to memory of unknown size; pass a 'std::span', or a pointer with '__restrict__', which nothing checks

[[kcc::kernel, kcc::no_alias]] void unnamed(std::array<void *, 2>) {}
// ERROR@-1:66: error: 'kcc::no_alias' has every launch check that the parameters' memory does not overlap, and 'parameter 1[0]' of kernel 'unnamed' is or contains a pointer to memory of unknown size; pass a 'std::span', or a pointer with '__restrict__', which nothing checks

struct Reference {
  int &value;
};
[[kcc::kernel, kcc::no_alias]] void reference(Reference r) { r.value = 1; }
// ERROR@-1:57: error: 'kcc::no_alias' has every launch check that the parameters' memory does not overlap, and 'r.value' of kernel 'reference' is or contains a reference to memory of unknown size; pass a 'std::span', or a pointer with '__restrict__', which nothing checks

[[kcc::kernel, kcc::no_alias]] void library(std::span<int> a, std::string_view text) { a[0] = text[0]; }
// ERROR@-1:80: error: 'kcc::no_alias' has every launch check that the parameters' memory does not overlap, and 'text' of kernel 'library' is or contains a pointer to memory of unknown size; pass a 'std::span', or a pointer with '__restrict__', which nothing checks

union Either {
  std::span<int> ints;
  std::span<float> floats;
};
struct Tagged {
  bool is_int;
  Either memory;
};
[[kcc::kernel, kcc::no_alias]] void either(Tagged tagged) { tagged.memory.ints[0] = 1; }
// ERROR@-1:51: error: 'kcc::no_alias' has every launch check that the parameters' memory does not overlap, and in 'tagged.memory' of kernel 'either' the members of a union share their bytes; pass the 'std::span' as a parameter or in a struct

[[kcc::kernel, kcc::no_alias]] void many(std::array<std::span<int>, 64> some, std::span<int> more) {
// ERROR@-1:94: error: 'kcc::no_alias' has every launch compare the spans of kernel 'many', which are more than 64; pass fewer, or one span of them all
  some[0][0] = more[0];
}

template <class T> [[kcc::kernel, kcc::no_alias]] void any(T values) { values[0] = 1; }
// ERROR@-1:62: error: 'kcc::no_alias' has every launch check that the parameters' memory does not overlap, and 'values' of kernel 'any<float *>' is or contains a pointer to memory of unknown size; pass a 'std::span', or a pointer with '__restrict__', which nothing checks
template void any<std::span<int>>(std::span<int>);
template void any<float *>(float *);
