// Uses of `bool` vectors for which Clang's code generator has no code.
// FAIL: %kcc %s -o %t.ptx
// FAIL: %kcc --emit=obj %s -o %t.o
#include <kcc/device.h>

typedef bool Mask __attribute__((ext_vector_type(4)));

struct Masks {
  Mask rows[2];
  void clear(int i) { rows[0][i] &= false; }
  // ERROR@-1:34: error: '&=' on an element of a vector of 'bool' has no code; write 'v[i] = v[i] & x'
};

template <class T> void combine(T &mask, int i, bool value) { mask[i] |= value; }
// ERROR@-1:71: error: '|=' on an element of a vector of 'bool' has no code; write 'v[i] = v[i] | x'

[[kcc::kernel]] void update(std::span<Mask> masks, int i, bool value) {
  Masks local{};
  (local.rows[0][i]) ^= value;
  // ERROR@-1:22: error: '^=' on an element of a vector of 'bool' has no code; write 'v[i] = v[i] ^ x'
  auto add = [&](int j) { masks[0][j] += 1; };
  // ERROR@-1:39: error: '+=' on an element of a vector of 'bool' has no code; write 'v[i] = v[i] + x'
  add(i);
  local.clear(i);
  combine(masks[1], i, value);
  Mask mask = masks[0];
  asm volatile("" : : "r"(mask));
  // ERROR@-1:27: error: assembly with a vector of 'bool' has no code; use a vector of integers
  __builtin_nontemporal_store(mask, &masks[2]);
  // ERROR@-1:3: error: a nontemporal store of a vector of 'bool' has no code; use a vector of integers
  masks[0][1]++;
  // ERROR@-1:14: error: ISO C++17 does not allow incrementing expression of type bool [-Wincrement-bool]
  // ERROR@-2:14: error: '++' on an element of a vector of 'bool' has no code; write 'v[i] = v[i] + 1'
  _Atomic(Mask) shared;
  shared = mask;
  // ERROR@-1:12: error: a conversion to '_Atomic' of a vector of 'bool' has no code; use a vector of integers
  asm volatile("" : "+r"(masks[i][1]));
  // ERROR@-1:26: error: assembly that writes an element of a vector of 'bool' has no code; use a vector of integers
  mask &= masks[1];
  mask[i] = mask[i] | value;
  masks[1] = mask;
}
