// Invalid template arguments of block algorithms are reported where the algorithms are named.
// FAIL: %kcc %s -o %t.ptx
#include <kcc/block.h>
#include <kcc/device.h>

struct Pair {
  int a, b;
};

[[kcc::kernel]] void algorithms() {
  using Large = kcc::BlockReduce<int, 2048>;
  [[kcc::shared]] Large::Shared large;
  // ERROR@-1:19: note: in instantiation of template class 'kcc::BlockReduce<int, BlockShape{2048, 1, 1}>' requested here
  using Ranks = kcc::BlockRadixRank<1024, 64>;
  [[kcc::shared]] Ranks::Shared ranks;
  // ERROR@-1:19: note: in instantiation of template class 'kcc::BlockRadixRank<BlockShape{1024, 1, 1}, 64>' requested here
  using Pairs = kcc::BlockRadixSort<Pair, 128, 4>;
  [[kcc::shared]] Pairs::Shared pairs;
  // ERROR@-1:19: note: in instantiation of template class 'kcc::BlockRadixSort<Pair, BlockShape{128, 1, 1}, 4>' requested here
}

// ERROR: In file included from %s:3:
// ERROR: In file included from %s:3:
// ERROR: In file included from %s:3:
// ERROR: In file included from <block.h>:
// ERROR: In file included from <block.h>:
// ERROR: In file included from <block.h>:
// ERROR: <reduce.h>: error: static assertion failed due to requirement 'threads <= 1024': kcc: a block has 1 to 1024 threads
// ERROR: <reduce.h>: note: expression evaluates to '2048 <= 1024'
// ERROR: <radix_rank.h>: error: static assertion failed due to requirement 'threads * 64U < 65536': kcc: counters have 16 bits: take fewer items a thread
// ERROR: <radix_rank.h>: note: expression evaluates to '65536 < 65536'
// ERROR: <radix_sort.h>: error: static assertion failed due to requirement 'detail::is_float_key<Pair> || std::is_integral_v<Pair>': kcc: keys of BlockRadixSort are integers and floating-point numbers of 8 to 64 bits: sort by a key of such a type, and pass the rest as values
