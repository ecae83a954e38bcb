// What all threads of a block use to exchange values must be in shared memory.
// FAIL: %kcc %s -o %t.ptx
#include <kcc/barrier.h>
#include <kcc/block.h>
#include <kcc/device.h>

using Reduce = kcc::BlockReduce<int, 256>;
using Histogram = kcc::BlockHistogram<64, 256>;

struct Both {
  Reduce::Shared reduce[2];
  int other;
};

template <class T> [[kcc::kernel]] void sum(std::span<T> out) {
  typename kcc::BlockReduce<T, 256>::Shared shared;
  out[0] = kcc::BlockReduce<T, 256>(shared).sum(T(1));
}
template void sum<float>(std::span<float>);
// ERROR@-4:45: error: variable 'shared' of type 'typename kcc::BlockReduce<float, 256>::Shared' must be in shared memory, because all threads of a block use it; write '[[kcc::shared]]' before its declaration

[[kcc::kernel]] void others(std::span<int> out) {
  Both both;
  // ERROR@-1:8: error: variable 'both' of type 'Both' must be in shared memory, because all threads of a block use it; write '[[kcc::shared]]' before its declaration
  out[1] = Reduce(both.reduce[0]).sum(1);
  Histogram::Shared counters;
  // ERROR@-1:21: error: variable 'counters' of type 'Histogram::Shared' must be in shared memory, because all threads of a block use it; write '[[kcc::shared]]' before its declaration
  Histogram(counters).clear();
  kcc::barrier ready;
  // ERROR@-1:16: error: variable 'ready' of type 'kcc::barrier' must be in shared memory, because all threads of a block use it; write '[[kcc::shared]]' before its declaration
  ready.init(256);
  [[kcc::shared]] Both right;
  Both &alias = right;
  out[2] = Reduce(alias.reduce[1]).sum(2);
}

static Both everywhere;
// ERROR@-1:13: error: variable 'everywhere' of type 'Both' must be in shared memory, because all threads of a block use it; write '[[kcc::shared]]' before its declaration

int sum_of(Reduce::Shared shared, Reduce::Shared &alias) {
  // ERROR@-1:27: error: parameter 'shared' of type 'Reduce::Shared' must be a reference, because all threads of a block use one object, in shared memory
  return Reduce(shared).sum(1) + Reduce(alias).sum(1);
}
