// What Metal code cannot have, and how to do without it.
// FAIL(double): %kcc --emit=msl -DNUMBER %s -o %T/
// FAIL(order): %kcc --emit=msl -DORDER %s -o %T/
// FAIL(fence): %kcc --emit=msl -DFENCE %s -o %T/
// FAIL(wide): %kcc --emit=msl -DWIDE %s -o %T/
// FAIL(print): %kcc --emit=msl -DPRINT %s -o %T/
// FAIL(heap): %kcc --emit=msl -DHEAP %s -o %T/
#include <kcc/atomic.h>
#include <kcc/device.h>
#include <kcc/print.h>

#ifdef NUMBER
[[kcc::kernel]] void number(double *n) { *n *= 2; }
// ERROR(double)@-1:45: error: the Metal back end cannot compile this: in 'number': Metal code cannot have 'double', as Metal has no such numbers; use 'float', and literals such as 0.5f
#elif defined(ORDER)
[[kcc::kernel]] void order(int *n) { kcc::atomic_ref(*n).fetch_add(1); }
// ERROR(order)@-1:58: error: the Metal back end cannot compile this: in 'order': Metal code cannot have atomic operations and fences that order other accesses; pass std::memory_order_relaxed, and order accesses by kcc::sync_threads() or by separate launches
#elif defined(FENCE)
[[kcc::kernel]] void fence(int *n) {
  kcc::atomic_fence(std::memory_order_release);
  // ERROR(fence)@-1:3: error: the Metal back end cannot compile this: in 'fence': Metal code cannot have atomic operations and fences that order other accesses; pass std::memory_order_relaxed, and order accesses by kcc::sync_threads() or by separate launches
  *n = 1;
}
#elif defined(WIDE)
[[kcc::kernel]] void wide(long *n) { kcc::atomic_ref(*n).fetch_add(1, std::memory_order_relaxed); }
// ERROR(wide)@-1:58: error: the Metal back end cannot compile this: in 'wide': Metal code cannot have atomic or volatile accesses to 8 bytes; use ones to at most 4 bytes
#elif defined(PRINT)
[[kcc::kernel]] void print(int *n) { kcc::print("{}\n", *n); }
// ERROR(print)@-1:38: error: the Metal back end cannot compile this: in 'print': Metal code cannot have prints, as no host reads them; write what is to be seen to a buffer
#elif defined(HEAP)
[[kcc::kernel]] void heap(int **n) { *n = new int(3); }
// ERROR(heap)@-1:43: error: the Metal back end cannot compile this: in 'heap': Metal code cannot have a heap; use a local array or a buffer instead of 'new' and 'malloc', or name the targets that have one: [[kcc::targets("ptx", "cpu")]]
#endif
