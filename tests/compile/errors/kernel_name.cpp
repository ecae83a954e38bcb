// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::kernel("2fast")]] void fast(std::span<int> values) { values[0] = 0; }
// ERROR@-1:15: error: '2fast' cannot name a kernel's entry; use letters, digits, '_' and '$', and no digit first
[[kcc::kernel("")]] void empty(std::span<int> values) { values[0] = 0; }
// ERROR@-1:15: error: '' cannot name a kernel's entry; use letters, digits, '_' and '$', and no digit first
[[kcc::kernel(7)]] void number(std::span<int> values) { values[0] = 0; }
// ERROR@-1:15: error: the argument of 'kcc::kernel' is the entry's name, a string literal such as "add"
[[kcc::kernel(u8"name")]] void unicode(std::span<int> values) { values[0] = 0; }
// ERROR@-1:15: error: the argument of 'kcc::kernel' is the entry's name, a string literal such as "add"
[[kcc::kernel("a", "b")]] void two_names(std::span<int> values) { values[0] = 0; }
// ERROR@-1:3: error: 'kcc::kernel' attribute takes no more than 1 argument
template <class T> [[kcc::kernel("zero")]] void zero(std::span<T> values) { values[0] = 0; }
// ERROR@-1:22: error: kernel template 'zero' cannot have a fixed entry name, its instantiations would share it; remove the name and look the kernel up by its C++ name
template void zero<int>(std::span<int>);
