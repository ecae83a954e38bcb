// Assembly, registers and intrinsics of the host's processor, as in system headers, parse for a GPU, and are errors if
// a kernel reaches them.
// FAIL(1): %kcc -DFLAG %s -o %t.ptx
// FAIL(2): %kcc -DREGISTER %s -o %t.ptx
// FAIL(3): %kcc -DSTACK %s -o %t.ptx
// FAIL(4): %kcc -DPORT %s -o %t.ptx
// FAIL(5): %kcc -DINTRINSIC %s -o %t.ptx
// FAIL(6): %kcc -DFEATURE %s -o %t.ptx
#include <immintrin.h>
#include <kcc/device.h>
#include <sys/io.h>

register unsigned long stack_pointer asm("rsp");

bool carry(int a, int b) {
  bool carry;
  asm("add %2, %1" : "=@ccc"(carry), "+r"(a) : "r"(b));
  // ERROR(1)@-1:7: error: assembly in kernel 'fill' returns a condition code of the processor, which PTX does not have
  // ERROR(1)@-2:7: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
  return carry;
}

long call(long number) {
  register long rax asm("rax") = number;
  asm volatile("syscall" : "+r"(rax)::"rcx", "r11", "memory");
  // ERROR(2)@-1:16: error: assembly in kernel 'fill' has an operand with the constraint '{rax}', which has no counterpart in PTX
  // ERROR(2)@-2:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
  return rax;
}

#if defined FLAG
[[kcc::kernel]] void fill(int *values) { values[0] = carry(values[1], values[2]); }
// ERROR(1)@-1:54: note: called by 'fill' here
#elif defined REGISTER
[[kcc::kernel]] void fill(long *values) { values[0] = call(values[1]); }
// ERROR(2)@-1:55: note: called by 'fill' here
#elif defined STACK
[[kcc::kernel]] void fill(unsigned long *values) { values[0] = stack_pointer; }
// ERROR(3)@-1:64: error: kernel 'fill' reaches an instruction or a register of the host's processor, for which kcc has no GPU code; write it in C++, or keep it out of kernels with '#ifndef __KCC__'
#elif defined PORT
[[kcc::kernel]] void fill(int *values) { outb(1, 2); }
// ERROR(4)@-1:42: error: assembly in kernel 'fill' has an operand with the constraint 'a', which has no counterpart in PTX
// ERROR(4)@-2:42: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
#elif defined INTRINSIC
[[kcc::kernel]] void fill(int *values) { _mm_pause(); }
// ERROR(5)@-1:42: error: kernel 'fill' reaches an instruction or a register of the host's processor, for which kcc has no GPU code; write it in C++, or keep it out of kernels with '#ifndef __KCC__'
#elif defined FEATURE
[[kcc::kernel]] void fill(__m256 *values) { values[0] = _mm256_max_ps(values[1], values[2]); }
// ERROR(6)@-1:57: error: always_inline function '_mm256_max_ps' requires target feature 'avx', but would be inlined into function 'fill' that is compiled without support for 'avx'
#endif
