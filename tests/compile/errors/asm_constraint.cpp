// What clang sees wrong in assembly, and what there is instead.
// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::kernel]] void fill(std::span<int> values) {
  asm volatile("mov.u32 %0, 1;" : "=a"(values[0]));
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(values[1]) : "Z"(1));
  asm volatile("mov.u32 %0, %2;" : "=r"(values[0]) : "r"(1));
  asm volatile("mov.u32 %0, %[missing];" : "=r"(values[0]));
  asm volatile("mov.u32 %0, %laneid;" : "=r"(values[0]));
  asm volatile("mov.u32 %0, 1;" : "=r"(values[0])::"eax");
}

// ERROR: %s:6:35: error: invalid output constraint '=a' in asm
// ERROR: %s:6:35: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
// ERROR: %s:7:60: error: invalid input constraint 'Z' in asm
// ERROR: %s:7:60: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
// ERROR: %s:8:30: error: invalid operand number in inline asm string
// ERROR: %s:9:31: error: unknown symbolic operand name in inline assembly string
// ERROR: %s:10:31: error: invalid % escape in inline assembly string
// ERROR: %s:11:52: error: unknown register name 'eax' in asm
