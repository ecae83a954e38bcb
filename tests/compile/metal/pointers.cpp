// Lists, variables of the module, local arrays and functions.
// REQUIRES: spirv-cross
// RUN: %kcc --emit=msl %s -o %T/ && %check --check-prefix=WALK < %T/pointers.walk.metal
// RUN: %check --check-prefix=LOCAL < %T/pointers.local.metal
// RUN: %check --check-prefix=NAMED < %T/pointers.half.metal
#include <kcc/device.h>

// WALK: // kcc-variables: 16 8
// WALK: // kcc-data: 0 07
// WALK: // kcc-address: 8 0
// WALK: // kcc-symbol: 0 4 counter
int counter = 7;
int *where = &counter;

struct Node {
  Node *next;
  int value;
};
struct List {
  Node *head;
  int skipped;
};

// WALK: kernel void walk(
// WALK: = arguments.variables;
// WALK: for (;;)
// WALK: device ulong* [[NEXT:_[0-9]+]] = reinterpret_cast<device ulong*>(
// WALK: = *[[NEXT]];
extern "C" [[kcc::kernel]] void walk(List list, int *sum) {
  int total = 0;
  for (const Node *node = list.head; node; node = node->next)
    if (node->value != list.skipped)
      total += node->value;
  *sum = total + *where;
}

// Four words are read one by one: a pointer to a vector has no form in the text.
// LOCAL: #define SPIRV_CROSS_CONSTANT_ID_4 8u
// LOCAL: kernel void local(
// LOCAL: spvUnsafeArray<uint, _{{[0-9]+}}> [[ARRAY:_[0-9]+]];
// LOCAL: [[ARRAY]][{{_[0-9]+}}] = {{_[0-9]+}};
// LOCAL-NOT: uint4
extern "C" [[kcc::kernel]] void local(int *data) {
  int counts[8];
#pragma clang loop unroll(disable)
  for (int i = 0; i < data[0]; ++i) {
    counts[data[i + 1] & 7] = i;
    data[i + 20] = counts[data[i + 2] & 7];
  }
  struct alignas(16) Four {
    int words[4];
  };
  reinterpret_cast<Four *>(data)[8] = reinterpret_cast<Four *>(data)[9];
}

// A word of the language is no name of a function.
// NAMED: // Kernel 'half' of pointers.cpp, by kcc. The function is '_half'.
// NAMED: kernel void _half(
[[kcc::kernel("half")]] void half(int *data) { *data = 1; }
