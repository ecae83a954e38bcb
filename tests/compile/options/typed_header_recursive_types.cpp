// Types that point to themselves or to each other are in the typed header.
// RUN: %kcc --emit=header,obj %s -o %T/ && %check < %T/typed_header_recursive_types.kernels.h
// RUN: echo '#include "typed_header_recursive_types.kernels.h"' > %T/user.cpp
// RUN: %cxx -std=c++20 -Wall -Wextra -Werror -I %root/include -I %T -fsyntax-only %T/user.cpp
#include <kcc/device.h>

struct Node {
  int value;
  Node *next;
};
namespace graph {
struct Edge;
struct Place {
  Edge *first;
};
struct Edge {
  Place *from, *to;
  Node *notes;
};
}

[[kcc::kernel]] void walk(Node *list, std::span<const graph::Place> places) { list->value = places[0].first->notes->value; }

// CHECK: struct Node;
// CHECK: struct Node {
// CHECK-NEXT: int value;
// CHECK-NEXT: ::Node * next;
// CHECK: struct Place;
// CHECK: struct Edge {
// CHECK: struct Place {
