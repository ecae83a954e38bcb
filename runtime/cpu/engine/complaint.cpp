#include "complaint.h"

#include "../../check/report.h"
#include "source_place.h"

#include <csignal>

namespace kcc::cpu {
namespace {

using kcc::check::hexadecimal;

constexpr char how_to_find_it[] =
    "A debugger stops at the instruction. Compiled with --check=memory, or like the program with "
    "-fsanitize=address, the kernel says which line accesses what";

const char *verb(HardwareFault::Access access) {
  switch (access) {
  case HardwareFault::Access::read:
    return "read of ";
  case HardwareFault::Access::write:
    return "write to ";
  case HardwareFault::Access::execute:
    return "call of ";
  case HardwareFault::Access::unknown:
    break;
  }
  return "access to ";
}

Complaint describe_stack_overflow(StackRange stack, bool is_fiber) {
  const auto bytes = std::to_string(stack.end - stack.begin);
  if (is_fiber)
    return {"stack overflow: the thread has " + bytes + " bytes for its calls and local variables",
            "Recurse less deeply, make local arrays smaller (a GPU has at most 512 KiB a thread), or set "
            "KCC_CPU_STACK_BYTES to more"};
  return {"stack overflow: the kernel's calls and local variables need more than is left of the " + bytes +
              " bytes of the program's thread on which it runs",
          "Recurse less deeply, make local arrays smaller (a GPU has at most 512 KiB a thread), or give the "
          "program's threads larger stacks (ulimit -s)"};
}

Complaint describe_access(const HardwareFault &fault) {
  // Linux reports no address for non-canonical ones, whose upper bits are neither all 0 nor all 1.
  if (fault.code == SI_KERNEL)
    return {"access to an address that no pointer can have", how_to_find_it};
  const std::string what = verb(fault.access) + hexadecimal(fault.address);
  constexpr std::uintptr_t near_null = 1 << 16;
  if (reinterpret_cast<std::uintptr_t>(fault.address) < near_null)
    return {what + ": a null pointer, or an index from one", how_to_find_it};
  if (fault.code == SEGV_ACCERR)
    return {what + ", which is not allowed there", how_to_find_it};
  return {what + ", where there is no memory", how_to_find_it};
}

Complaint describe_fault(const HardwareFault &fault, StackRange stack, std::size_t guard_bytes,
                         bool is_fiber) {
  // The main thread's stack grows on demand: the area right below its limit belongs to nobody.
  const auto address = reinterpret_cast<std::uintptr_t>(fault.address);
  const auto begin = reinterpret_cast<std::uintptr_t>(stack.begin);
  const auto pointer = reinterpret_cast<std::uintptr_t>(fault.stack_pointer);
  const bool is_below_stack = begin != 0 && address < begin && address >= begin - guard_bytes;
  const bool is_at_pointer = address + (1 << 16) >= pointer && address <= pointer + (1 << 16);
  switch (fault.signal) {
  case SIGFPE:
    if (fault.code == FPE_INTDIV)
      return {"division of an integer by zero, or of the lowest integer by -1",
              "Check the divisor first: a GPU gives an arbitrary number and no error"};
    return {
        "floating-point exception",
        "The program has enabled floating-point traps (feenableexcept); kernels expect that they are off"};
  case SIGSEGV:
    if (is_below_stack || (!is_fiber && is_at_pointer && begin != 0 && address < begin + guard_bytes &&
                           address + (1 << 20) >= begin))
      return describe_stack_overflow(stack, is_fiber);
    return describe_access(fault);
  case SIGBUS:
    if (fault.code == BUS_ADRALN)
      return {verb(fault.access) + hexadecimal(fault.address) + ", which is not aligned as its type requires",
              how_to_find_it};
    return {verb(fault.access) + hexadecimal(fault.address) + ", for which the system has no memory",
            "A mapped file may have become shorter, or the machine's memory may be used up"};
  default:
    return {"instruction that ends the kernel: it reached a place that the compiler considers unreachable, "
            "or failed a check of -fsanitize-trap",
            "Compile the kernel and the program with -fsanitize=undefined to see what is undefined"};
  }
}

} // namespace

Complaint describe(const HardwareFault &fault, StackRange stack, std::size_t guard_bytes, bool is_fiber) {
  Complaint complaint = describe_fault(fault, stack, guard_bytes, is_fiber);
  if (const std::string place = source_place(fault.instruction); !place.empty())
    complaint.message += ", " + place;
  else
    complaint.hint += ". Compile the kernel with -g (add_gpu_kernel: DEBUG) to see the source line here";
  return complaint;
}

} // namespace kcc::cpu
