// Operands whose type does not match their constraint: LLVM would truncate or reinterpret them. The location is the text's.
// FAIL: %kcc %s -o %t.ptx
// FAIL: %kcc -O0 -g %s -o %t.ptx
#include <kcc/device.h>

struct Pair {
  int first, second;
};

inline void give(long wide, float number, char letter) {
  asm volatile("// %0\n\t"
  // ERROR@-1:16: error: assembly in kernel 'take' passes a 64-bit integer by the constraint 'r', which takes 32-bit integers
  // ERROR@-2:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
               "// and more" ::"r"(wide));
  asm volatile("// %0" ::"r"(number));
  // ERROR@-1:16: error: assembly in kernel 'take' passes a float by the constraint 'r', which takes 32-bit integers
  // ERROR@-2:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
  asm volatile("// %0" ::"r"(letter));
  // ERROR@-1:16: error: assembly in kernel 'take' passes an 8-bit integer by the constraint 'r', which takes 32-bit integers
  // ERROR@-2:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
  asm volatile("// %0" ::"d"(number));
  // ERROR@-1:16: error: assembly in kernel 'take' passes a float by the constraint 'd', which takes double
  // ERROR@-2:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
  asm volatile("// %0" ::"f"(wide));
  // ERROR@-1:16: error: assembly in kernel 'take' passes a 64-bit integer by the constraint 'f', which takes float
  // ERROR@-2:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
}

[[kcc::kernel]] void take(std::span<int> values, Pair *pairs, short small) {
  give(values[0], 1, 'c');
  // ERROR@-1:3: note: called by 'take' here
  // ERROR@-2:3: note: called by 'take' here
  // ERROR@-3:3: note: called by 'take' here
  // ERROR@-4:3: note: called by 'take' here
  // ERROR@-5:3: note: called by 'take' here
  double result;
  asm volatile("// %0" : "=r"(result));
  // ERROR@-1:16: error: assembly in kernel 'take' passes a double by the constraint 'r', which takes 32-bit integers
  // ERROR@-2:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
  asm volatile("// %0" : "=h"(values[1]));
  // ERROR@-1:16: error: assembly in kernel 'take' passes a 32-bit integer by the constraint 'h', which takes 16-bit integers
  // ERROR@-2:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
  asm volatile("// %0" ::"r"(pairs));
  // ERROR@-1:16: error: assembly in kernel 'take' passes a pointer by the constraint 'r', which takes 32-bit integers
  // ERROR@-2:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
  asm volatile("// %0" ::"l"(small));
  // ERROR@-1:16: error: assembly in kernel 'take' passes a 16-bit integer by the constraint 'l', which takes 64-bit integers and pointers
  // ERROR@-2:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
  asm volatile("// %0" ::"n"(values[0]));
  // ERROR@-1:16: error: assembly in kernel 'take' passes a value that is not constant by the constraint 'n', which takes constant integers
  // ERROR@-2:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
  asm volatile("// %0" ::"m"(values[0]));
  // ERROR@-1:16: error: assembly in kernel 'take' has an operand with the constraint 'm', which has no counterpart in PTX
  // ERROR@-2:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
  asm volatile("// %w0" ::"r"(values[0]));
  // ERROR@-1:16: error: assembly in kernel 'take' has the modifier 'w' before an operand's number, which PTX does not have
  // ERROR@-2:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
  asm volatile("// %0 %1" : "+r"(values[0]) : "q"(values[1]));
  // ERROR@-1:16: error: assembly in kernel 'take' passes a 32-bit integer by the constraint 'q', which takes 128-bit integers
  // ERROR@-2:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
}
