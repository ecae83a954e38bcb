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
// ERROR(double)@-1:45: error: kernel 'number' reaches 'double', which code for Metal cannot have; use 'float', and literals such as 0.5f, or name the targets that have it: [[kcc::targets("ptx", "cpu")]]
#elif defined(ORDER)
[[kcc::kernel]] void order(int *n) { kcc::atomic_ref(*n).fetch_add(1); }
// ERROR(order)@-1:58: error: kernel 'order' reaches atomic operations and fences that order other accesses, which code for Metal cannot have; pass std::memory_order_relaxed, and order accesses by kcc::sync_threads() or by separate launches
#elif defined(FENCE)
[[kcc::kernel]] void fence(int *n) {
  kcc::atomic_fence(std::memory_order_release);
  // ERROR(fence)@-1:3: error: kernel 'fence' reaches atomic operations and fences that order other accesses, which code for Metal cannot have; pass std::memory_order_relaxed, and order accesses by kcc::sync_threads() or by separate launches
  *n = 1;
}
#elif defined(WIDE)
[[kcc::kernel]] void wide(long *n) { kcc::atomic_ref(*n).fetch_add(1, std::memory_order_relaxed); }
// ERROR(wide)@-1:58: error: kernel 'wide' reaches atomic or volatile accesses to 8 bytes, which code for Metal cannot have; use ones to at most 4 bytes
#elif defined(PRINT)
[[kcc::kernel]] void print(int *n) { kcc::print("{}\n", *n); }
// ERROR(print)@-1:38: error: kernel 'print' reaches prints, which code for Metal cannot have; no host reads them, so write what is to be seen to a buffer
#elif defined(HEAP)
[[kcc::kernel]] void heap(int **n) { *n = new int(3); }
// ERROR(heap)@-1:43: error: kernel 'heap' reaches an allocation on the heap, which code for Metal cannot have; use a local array or a buffer instead of 'new' and 'malloc', or name the targets that have a heap: [[kcc::targets("ptx", "cpu")]]
#endif
