// FAIL(1): %kcc -DPAIR %s -o %t.ptx
// FAIL(2): %kcc %s -o %t.ptx
#include <kcc/device.h>

struct Node {
  Node *next;
  int value;
};
#ifdef PAIR
extern Node second;
// ERROR(1)@-1:13: error: the initializer of variable 'second' leads back to its own address, which GPU code cannot express; set the pointer in a kernel, or use an index instead
Node first{&second, 1};
Node second{&first, 2};
#else
Node first{&first, 1};
// ERROR(2)@-1:6: error: the initializer of variable 'first' leads back to its own address, which GPU code cannot express; set the pointer in a kernel, or use an index instead
#endif

[[kcc::kernel]] void walk(std::span<int> out) { out[0] = first.next->next->value; }
