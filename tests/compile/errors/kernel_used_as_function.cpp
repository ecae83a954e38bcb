// Device code cannot use a kernel as a function: neither itself, nor through another function, nor through a pointer.
// FAIL: %kcc %s -o %t.ptx
// FAIL: %kcc --emit=obj --target=cpu -O0 %s -o %t.o
#include <kcc/device.h>

[[kcc::kernel]] void again(int *values) {
  if (values[0]-- > 0)
    again(values);
    // ERROR@-1:5: error: kernel 'again' calls kernel 'again', which only the host can launch; move the common code into a function without [[kcc::kernel]]
}

[[kcc::kernel]] void through_another(int *values);
void other(int *values) { through_another(values + 1); }
// ERROR@-1:27: error: kernel 'through_another' calls kernel 'through_another', which only the host can launch; move the common code into a function without [[kcc::kernel]]
[[kcc::kernel]] void through_another(int *values) {
  if (values[0] > 0)
    other(values);
    // ERROR@-1:5: note: called by 'through_another' here
}

[[kcc::kernel]] void by_pointer(int *values) {
  void (*self)(int *) = &by_pointer;
  // ERROR@-1:10: error: kernel 'by_pointer' takes the address of kernel 'by_pointer', which only the host can launch; move the common code into a function without [[kcc::kernel]] and take that one's address
  if (values[0] > 0)
    self(values);
}

[[kcc::kernel]] void in_table(int *values);
using Step = void (*)(int *);
constexpr Step steps[] = {other, in_table};
[[kcc::kernel]] void in_table(int *values) { steps[values[0]](values); }
// ERROR@-1:46: error: kernel 'in_table' takes the address of kernel 'in_table', which only the host can launch; move the common code into a function without [[kcc::kernel]] and take that one's address

[[kcc::kernel]] void compared(int *values, std::size_t i) { values[0] = steps[i] == again; }
// ERROR@-1:82: error: kernel 'compared' takes the address of kernel 'again', which only the host can launch; move the common code into a function without [[kcc::kernel]] and take that one's address
