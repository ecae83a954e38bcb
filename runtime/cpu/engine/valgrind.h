// Tells Valgrind about the stacks of fibers; otherwise it takes a switch between two for a change of the
// stack pointer within one, and marks memory in between as invalid. A request is a sequence of instructions
// that has no effect outside of Valgrind and that it documents in <valgrind/valgrind.h>, so that header is
// not needed.
#ifndef KCC_RUNTIME_CPU_ENGINE_VALGRIND_H
#define KCC_RUNTIME_CPU_ENGINE_VALGRIND_H

#include <cstddef>
#include <cstdint>

namespace kcc::cpu::valgrind {

enum class Request : std::uint64_t { is_there = 0x1001, register_stack = 0x1501, forget_stack = 0x1502 };

/// Returns 0 outside of Valgrind, and on processors for which the sequence is not written here.
inline std::uint64_t ask(Request request, std::uint64_t first, std::uint64_t second = 0) {
#ifdef __x86_64__
  const volatile std::uint64_t arguments[] = {static_cast<std::uint64_t>(request), first, second, 0, 0, 0};
  std::uint64_t result = 0;
  asm volatile("rolq $3, %%rdi\n\t"
               "rolq $13, %%rdi\n\t"
               "rolq $61, %%rdi\n\t"
               "rolq $51, %%rdi\n\t"
               "xchgq %%rbx, %%rbx"
               : "+d"(result)
               : "a"(arguments)
               : "cc", "memory");
  return result;
#else
  (void)request, (void)first, (void)second;
  return 0;
#endif
}

/// Whether the process runs in Valgrind.
inline bool is_there() {
  return ask(Request::is_there, 0) != 0;
}

/// Returns the stack's number, for `forget_stack`.
inline std::uint64_t register_stack(const void *lowest, std::size_t bytes) {
  const auto begin = reinterpret_cast<std::uintptr_t>(lowest);
  return ask(Request::register_stack, begin, begin + bytes - 1);
}

inline void forget_stack(std::uint64_t stack) {
  ask(Request::forget_stack, stack);
}

} // namespace kcc::cpu::valgrind

#endif
