// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>
#include <cstdlib>

int seed() { return std::rand(); }
const int start = seed();

struct Table {
  Table() { values[0] = seed(); }
  int values[4];
};
Table table;

[[kcc::kernel]] void fill(std::span<int> values) { values[0] = start + table.values[0]; }
// ERROR@-1:64: error: kernel 'fill' reaches variable 'start', whose initializer runs on the host when the program starts; make it 'constexpr', or pass it as a parameter
// ERROR@-2:72: error: kernel 'fill' reaches variable 'table', whose initializer runs on the host when the program starts; make it 'constexpr', or pass it as a parameter
