// What is wrong with a kernel, in words.
#ifndef KCC_RUNTIME_CPU_COMPLAINT_H
#define KCC_RUNTIME_CPU_COMPLAINT_H

#include "faults.h"

#include <string>

namespace kcc::cpu {

/// What is wrong, and as full sentences without the last full stop what to do instead.
struct Complaint {
  std::string message, hint;
};

/// Of a fault in a thread that ran on this stack, which ends with `guard_bytes` below it; `is_fiber` says
/// that KCC_CPU_STACK_BYTES decides how large the stack is.
Complaint describe(const HardwareFault &fault, StackRange stack, std::size_t guard_bytes, bool is_fiber);

} // namespace kcc::cpu

#endif
