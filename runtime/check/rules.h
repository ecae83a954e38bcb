// The rules under which the checks report (docs/checks.md).
#ifndef KCC_RUNTIME_CHECK_RULES_H
#define KCC_RUNTIME_CHECK_RULES_H

#include <string_view>

namespace kcc::check {

struct Rule {
  const char *check, *name;
  const char *meaning; ///< a sentence
};

/// In the order of the documentation.
inline constexpr Rule rules[] = {
    {"memory", "out-of-bounds", "An access is outside of the memory that its address was computed from."},
    {"memory", "use-after-free", "Memory is used that has been freed."},
    {"memory", "misaligned", "An address is no multiple of what its type needs."},
    {"memory", "null-pointer", "An access goes through a null pointer, or an index from one."},
    {"memory", "host-pointer", "An access is in no memory of the device."},
    {"memory", "dead-local-variable", "A local variable is used after its function has returned."},
    {"memory", "foreign-local-variable", "A local variable of another thread is used."},
    {"memory", "write-to-constant", "A kernel writes to a constant."},
    {"memory", "double-free", "Memory is freed twice."},
    {"memory", "invalid-free", "What is freed is not allocated."},
    {"memory", "leak", "Memory that a kernel has allocated is never freed."},
    {"race", "race", "Two accesses to the same byte, at least one of them a write, are not ordered."},
    {"race", "scope", "The scopes of two atomic operations do not cover both threads."},
    {"race", "equal-writes", "Two threads write the same value to the same byte, and nothing orders them."},
    {"init", "uninitialized", "Memory is used that nobody has written."},
    {"barrier", "different-barriers", "Threads of a block meet at different calls of sync_threads()."},
    {"barrier", "missing-threads", "Threads get past a barrier at which others of their block wait."},
    {"barrier", "missing-lanes", "Lanes of a mask get past an operation of their warp."},
    {"barrier", "wrong-participants", "Masks or counts do not fit the threads that arrive."},
    {"barrier", "block-size", "A block algorithm is called in a block of another shape than it is made for."},
    {"barrier", "deadlock", "Threads wait for each other forever."},
    {"barrier", "livelock", "Threads poll forever for what nobody writes, or by plain reads."},
    {"arith", "overflow", "The result of signed integers does not fit its type."},
    {"arith", "division", "An integer is divided by zero."},
    {"arith", "shift", "A number is shifted by a negative number of bits, or by too many."},
    {"arith", "conversion", "A number is converted to an integer type that cannot hold it."},
    {"arith", "nan", "An operation makes NaN of numbers that are not."},
    {"host", "host-object", "A virtual function is called of an object that no kernel has made."},
    {"host", "host-function", "A function of the host is called."},
    {"host", "host-access", "The host reads or writes the device's memory without a copy."},
    {"host", "unfinished-copy", "The host uses memory before it has waited for the copy that uses it."},
    {"access", "uncoalesced", "An access of a warp takes more sectors than its bytes need."},
    {"access", "bank-conflict",
     "An access of a warp to shared memory takes more rounds than its bytes need."},
    {"access", "contention", "Lanes of a warp change the same address atomically, one after another."},
};

/// Null if there is none.
inline const Rule *find_rule(std::string_view name) {
  for (const Rule &rule : rules)
    if (name == rule.name)
      return &rule;
  return nullptr;
}

} // namespace kcc::check

#endif
