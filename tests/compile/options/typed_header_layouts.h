#pragma once
#include <array>
#include <span>
#include <utility>

// Each macro makes the program's type differ from the kernel's in one way.
struct Mixed {
#ifdef SWAPPED
  int second, first;
#elif defined FLOAT
  float first;
  int second;
#else
  int first, second;
#endif
  float weight;
};
struct Note {
#ifdef LONGER
  long text[3];
#else
  int text[3];
#endif
};
struct Node {
#ifdef NODE
  unsigned value;
#else
  int value;
#endif
  Node *next;
  Note *note;
};
struct Base {
#ifdef BASE
  int a;
  float f;
#else
  float f;
  int a;
#endif
};
struct Derived : Base {
  double b;
};
struct Flags {
#ifdef BITS
  unsigned low : 4, high : 4;
#elif defined BIT_ORDER
  unsigned high : 5, low : 3;
#else
  unsigned low : 3, high : 5;
#endif
  bool on : 1;
  int balance : 9;
};
enum class Color
#ifdef UNDERLYING
    : unsigned
#endif
{ red,
#ifdef ENUM
  blue,
#endif
  green };
struct Element {
#ifdef ELEMENT
  unsigned x;
#else
  int x;
#endif
};
struct Variant {
  int tag;
  union {
#ifdef UNION
    unsigned i;
#else
    int i;
#endif
    float f;
  };
};
struct Padded {
  char c;
  alignas(64) int i;
};
struct Row {
#ifdef MATRIX
  Element cells[3][2];
#else
  Element cells[6];
#endif
};
struct Setting {
#ifdef VARIABLE
  int scale;
#else
  float scale;
#endif
};
