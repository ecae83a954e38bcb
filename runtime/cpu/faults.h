// Turns the signals of a kernel's mistakes into faults of the kernel.
#ifndef KCC_RUNTIME_CPU_FAULTS_H
#define KCC_RUNTIME_CPU_FAULTS_H

#include <cstddef>

namespace kcc::cpu {

/// What a signal says about the instruction that raised it.
struct HardwareFault {
  int signal = 0; ///< 0: none
  int code = 0;   ///< siginfo_t::si_code
  const std::byte *address = nullptr;
  enum class Access { unknown, read, write, execute } access = Access::unknown;
  const void *instruction = nullptr;
  const std::byte *stack_pointer = nullptr;
};

/// What runs a kernel's threads and wants to hear of their faults.
class FaultListener {
public:
  /// Called in the signal handler, on the signal's own stack, and does not return: it leaves by longjmp. The
  /// signal is not blocked any more.
  [[noreturn]] virtual void leave_after(const HardwareFault &fault) noexcept = 0;

protected:
  ~FaultListener() = default;
};

/// While it lives, faults of the calling OS thread go to the listener; without one they go to whatever
/// handled them before, and usually end the process.
class ListenForFaults {
public:
  explicit ListenForFaults(FaultListener *listener) noexcept;
  ~ListenForFaults();
  ListenForFaults(const ListenForFaults &) = delete;
  ListenForFaults &operator=(const ListenForFaults &) = delete;

private:
  FaultListener *const outer_;
};

/// To be called by an OS thread before it runs kernels: makes sure that the process handles the signals, and
/// that the thread has a stack for them, as its own may have overflowed. Costs nothing the second time.
///
/// The handlers are installed once. One that the program had before gets all signals that are not about a
/// kernel; one that it installs later takes the place of these, and should pass on what is not its own.
void prepare_for_faults();

/// The calling OS thread's own stack: its lowest byte and the one behind its highest. Both null where that is
/// not known.
struct StackRange {
  const std::byte *begin, *end;
};
StackRange thread_stack();

} // namespace kcc::cpu

#endif
