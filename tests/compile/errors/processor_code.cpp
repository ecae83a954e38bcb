// Assembly, registers and intrinsics of the host's processor parse for a GPU, as system headers have them, and are
// errors where a kernel reaches them.
// FAIL: %kcc -DFLAG %s -o %t.ptx
// FAIL: %kcc -DREGISTER %s -o %t.ptx
// FAIL: %kcc -DSTACK %s -o %t.ptx
// FAIL: %kcc -DPORT %s -o %t.ptx
// FAIL: %kcc -DINTRINSIC %s -o %t.ptx
// FAIL: %kcc -DFEATURE %s -o %t.ptx
#include <immintrin.h>
#include <kcc/device.h>
#include <sys/io.h>

register unsigned long stack_pointer asm("rsp");

bool carry(int a, int b) {
  bool carry;
  asm("add %2, %1" : "=@ccc"(carry), "+r"(a) : "r"(b));
  return carry;
}

long call(long number) {
  register long rax asm("rax") = number;
  asm volatile("syscall" : "+r"(rax)::"rcx", "r11", "memory");
  return rax;
}

#if defined FLAG
[[kcc::kernel]] void fill(int *values) { values[0] = carry(values[1], values[2]); }
#elif defined REGISTER
[[kcc::kernel]] void fill(long *values) { values[0] = call(values[1]); }
#elif defined STACK
[[kcc::kernel]] void fill(unsigned long *values) { values[0] = stack_pointer; }
#elif defined PORT
[[kcc::kernel]] void fill(int *values) { outb(1, 2); }
#elif defined INTRINSIC
[[kcc::kernel]] void fill(int *values) { _mm_pause(); }
#elif defined FEATURE
[[kcc::kernel]] void fill(__m256 *values) { values[0] = _mm256_max_ps(values[1], values[2]); }
#endif

// ERROR: %s:17:7: error: assembly in kernel 'fill' returns a condition code of the processor, which PTX does not have
// ERROR: %s:17:7: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
// ERROR: %s:28:54: note: called by 'fill' here
// ERROR: %s:23:16: error: assembly in kernel 'fill' has an operand with the constraint '{rax}', which PTX has nothing for
// ERROR: %s:23:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
// ERROR: %s:30:55: note: called by 'fill' here
// ERROR: %s:32:64: error: kernel 'fill' reaches an instruction or a register of the host's processor, for which kcc has no GPU code; write it in C++, or keep it to the host by '#ifndef __KCC__'
// ERROR: %s:34:42: error: assembly in kernel 'fill' has an operand with the constraint 'a', which PTX has nothing for
// ERROR: %s:34:42: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
// ERROR: %s:36:42: error: kernel 'fill' reaches an instruction or a register of the host's processor, for which kcc has no GPU code; write it in C++, or keep it to the host by '#ifndef __KCC__'
// ERROR: %s:38:57: error: always_inline function '_mm256_max_ps' requires target feature 'avx', but would be inlined into function 'fill' that is compiled without support for 'avx'
