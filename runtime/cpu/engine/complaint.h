// Describes in words what is wrong with a kernel.
#ifndef KCC_RUNTIME_CPU_ENGINE_COMPLAINT_H
#define KCC_RUNTIME_CPU_ENGINE_COMPLAINT_H

#include "faults.h"

#include <string>

namespace kcc::cpu {

/// What is wrong, and what to do instead, as full sentences without the final full stop.
struct Complaint {
  std::string message, hint;
  const char *rule = nullptr; ///< of the checks, which report it (docs/checks.md); null: none
};

/// Describes a fault in a thread that ran on this stack, which has `guard_bytes` of guard below it;
/// `is_fiber` says whether KCC_CPU_STACK_BYTES sets the size of the stack.
Complaint describe(const HardwareFault &fault, StackRange stack, std::size_t guard_bytes, bool is_fiber);

} // namespace kcc::cpu

#endif
