// Operands and registers that PTX does not have, and the existing ones that the message lists.
// FAIL(1): %kcc %s -o %t.ptx
// FAIL(2): %kcc %s -DCOUNT=1 -o %t.ptx
// FAIL(3): %kcc %s -DCOUNT=2 -o %t.ptx
// FAIL(4): %kcc %s -DCOUNT=3 -o %t.ptx
#include <kcc/device.h>

[[kcc::kernel]] void fill(std::span<int> values) {
#if !defined COUNT
  asm volatile("mov.u32 %0, %2;" : "=r"(values[0]) : "r"(1));
  // ERROR(1)@-1:30: error: invalid operand number in inline asm string
  asm volatile("mov.u32 %0, %[missing];" : "=r"(values[0]));
  // ERROR(1)@-1:31: error: unknown symbolic operand name in inline assembly string
  asm volatile("mov.u32 %0, %laneid;" : "=r"(values[0]));
  // ERROR(1)@-1:31: error: invalid % escape in inline assembly string
#elif COUNT == 1
  asm volatile("mov.u32 %0, 1;" : "=a"(values[0]));
  // ERROR(2)@-1:16: error: assembly in kernel 'fill' has an operand with the constraint 'a', which has no counterpart in PTX
  // ERROR(2)@-2:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
#elif COUNT == 2
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(values[1]) : "Z"(1));
  // ERROR(3)@-1:16: error: assembly in kernel 'fill' has an operand with the constraint 'Z', which has no counterpart in PTX
  // ERROR(3)@-2:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
#elif COUNT == 3
  asm volatile("mov.u32 %0, 1;" : "=r"(values[0])::"eax");
  // ERROR(4)@-1:16: error: assembly in kernel 'fill' names the register 'eax', which PTX does not have
  // ERROR(4)@-2:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
#endif
}
