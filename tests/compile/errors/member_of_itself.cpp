// A struct that contains itself, which no search through members may follow.
// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

struct Node {
// ERROR@-1:8: note: definition of 'Node' is not complete until the closing '}'
  Node next;
  // ERROR@-1:8: error: field has incomplete type 'Node'
};

void walk(Node first) {}

[[kcc::kernel]] void k(int *a) {
  *a = 1;
}
