// Operands that have not the type of their constraint: LLVM would cut or reinterpret them. The place is the text's.
// FAIL: %kcc %s -o %t.ptx
// FAIL: %kcc -O0 -g %s -o %t.ptx
#include <kcc/device.h>

struct Pair {
  int first, second;
};

inline void give(long wide, float number, char letter) {
  asm volatile("// %0\n\t"
               "// and more" ::"r"(wide));
  asm volatile("// %0" ::"r"(number));
  asm volatile("// %0" ::"r"(letter));
  asm volatile("// %0" ::"d"(number));
  asm volatile("// %0" ::"f"(wide));
}

[[kcc::kernel]] void take(std::span<int> values, Pair *pairs, short small) {
  give(values[0], 1, 'c');
  double result;
  asm volatile("// %0" : "=r"(result));
  asm volatile("// %0" : "=h"(values[1]));
  asm volatile("// %0" ::"r"(pairs));
  asm volatile("// %0" ::"l"(small));
  asm volatile("// %0" ::"n"(values[0]));
  asm volatile("// %0" ::"m"(values[0]));
  asm volatile("// %w0" ::"r"(values[0]));
  asm volatile("// %0 %1" : "+r"(values[0]) : "q"(values[1]));
}

// ERROR: %s:22:16: error: assembly in kernel 'take' passes a double by the constraint 'r', which takes 32-bit integers
// ERROR: %s:22:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
// ERROR: %s:23:16: error: assembly in kernel 'take' passes a 32-bit integer by the constraint 'h', which takes 16-bit integers
// ERROR: %s:23:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
// ERROR: %s:24:16: error: assembly in kernel 'take' passes a pointer by the constraint 'r', which takes 32-bit integers
// ERROR: %s:24:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
// ERROR: %s:25:16: error: assembly in kernel 'take' passes a 16-bit integer by the constraint 'l', which takes 64-bit integers and pointers
// ERROR: %s:25:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
// ERROR: %s:26:16: error: assembly in kernel 'take' passes what is not constant by the constraint 'n', which takes constant integers
// ERROR: %s:26:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
// ERROR: %s:27:16: error: assembly in kernel 'take' has an operand with the constraint 'm', which PTX has nothing for
// ERROR: %s:27:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
// ERROR: %s:28:16: error: assembly in kernel 'take' has the modifier 'w' in front of an operand's number, which PTX does not know
// ERROR: %s:28:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
// ERROR: %s:29:16: error: assembly in kernel 'take' passes a 32-bit integer by the constraint 'q', which takes 128-bit integers
// ERROR: %s:29:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
// ERROR: %s:11:16: error: assembly in kernel 'take' passes a 64-bit integer by the constraint 'r', which takes 32-bit integers
// ERROR: %s:11:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
// ERROR: %s:20:3: note: called by 'take' here
// ERROR: %s:13:16: error: assembly in kernel 'take' passes a float by the constraint 'r', which takes 32-bit integers
// ERROR: %s:13:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
// ERROR: %s:20:3: note: called by 'take' here
// ERROR: %s:14:16: error: assembly in kernel 'take' passes an 8-bit integer by the constraint 'r', which takes 32-bit integers
// ERROR: %s:14:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
// ERROR: %s:20:3: note: called by 'take' here
// ERROR: %s:15:16: error: assembly in kernel 'take' passes a float by the constraint 'd', which takes double
// ERROR: %s:15:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
// ERROR: %s:20:3: note: called by 'take' here
// ERROR: %s:16:16: error: assembly in kernel 'take' passes a 64-bit integer by the constraint 'f', which takes float
// ERROR: %s:16:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
// ERROR: %s:20:3: note: called by 'take' here
// ERROR: %s:22:16: error: assembly in kernel 'take' passes a double by the constraint 'r', which takes 32-bit integers
// ERROR: %s:22:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
// ERROR: %s:23:16: error: assembly in kernel 'take' passes a 32-bit integer by the constraint 'h', which takes 16-bit integers
// ERROR: %s:23:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
// ERROR: %s:24:16: error: assembly in kernel 'take' passes a pointer by the constraint 'r', which takes 32-bit integers
// ERROR: %s:24:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
// ERROR: %s:25:16: error: assembly in kernel 'take' passes a 16-bit integer by the constraint 'l', which takes 64-bit integers and pointers
// ERROR: %s:25:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
// ERROR: %s:26:16: error: assembly in kernel 'take' passes what is not constant by the constraint 'n', which takes constant integers
// ERROR: %s:26:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
// ERROR: %s:27:16: error: assembly in kernel 'take' has an operand with the constraint 'm', which PTX has nothing for
// ERROR: %s:27:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
// ERROR: %s:28:16: error: assembly in kernel 'take' has the modifier 'w' in front of an operand's number, which PTX does not know
// ERROR: %s:28:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
// ERROR: %s:29:16: error: assembly in kernel 'take' passes a 32-bit integer by the constraint 'q', which takes 128-bit integers
// ERROR: %s:29:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
// ERROR: %s:11:16: error: assembly in kernel 'take' passes a 64-bit integer by the constraint 'r', which takes 32-bit integers
// ERROR: %s:11:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
// ERROR: %s:20:3: note: called by 'take' here
// ERROR: %s:13:16: error: assembly in kernel 'take' passes a float by the constraint 'r', which takes 32-bit integers
// ERROR: %s:13:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
// ERROR: %s:20:3: note: called by 'take' here
// ERROR: %s:14:16: error: assembly in kernel 'take' passes an 8-bit integer by the constraint 'r', which takes 32-bit integers
// ERROR: %s:14:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
// ERROR: %s:20:3: note: called by 'take' here
// ERROR: %s:15:16: error: assembly in kernel 'take' passes a float by the constraint 'd', which takes double
// ERROR: %s:15:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
// ERROR: %s:20:3: note: called by 'take' here
// ERROR: %s:16:16: error: assembly in kernel 'take' passes a 64-bit integer by the constraint 'f', which takes float
// ERROR: %s:16:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
// ERROR: %s:20:3: note: called by 'take' here
