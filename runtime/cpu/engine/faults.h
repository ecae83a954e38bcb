// Turns signals caused by a kernel's errors into faults of the kernel.
#ifndef KCC_RUNTIME_CPU_ENGINE_FAULTS_H
#define KCC_RUNTIME_CPU_ENGINE_FAULTS_H

#include <cstddef>

namespace kcc::cpu {

/// What a signal tells about the instruction that raised it.
struct HardwareFault {
  int signal = 0; ///< 0: none
  int code = 0;   ///< siginfo_t::si_code
  const std::byte *address = nullptr;
  enum class Access { unknown, read, write, execute } access = Access::unknown;
  const void *instruction = nullptr;
  const std::byte *stack_pointer = nullptr;
};

/// The interface for the owner of a kernel's threads to be told of their faults.
class FaultListener {
public:
  /// Called in the signal handler, on the signal stack. It does not return but leaves by longjmp. The signal
  /// is already unblocked.
  [[noreturn]] virtual void leave_after(const HardwareFault &fault) noexcept = 0;

protected:
  ~FaultListener() = default;
};

/// During its lifetime, faults of the calling OS thread go to the listener. Without one they go to whatever
/// handled them before, which usually ends the process.
class ListenForFaults {
public:
  explicit ListenForFaults(FaultListener *listener) noexcept;
  ~ListenForFaults();
  ListenForFaults(const ListenForFaults &) = delete;
  ListenForFaults &operator=(const ListenForFaults &) = delete;

private:
  FaultListener *const outer_;
  const bool is_new_;
};

/// Installs the handlers, once. A handler that the program had before gets all signals that do not concern a
/// kernel. A handler that the program installs later replaces these, and should forward signals that are not
/// its own. At exit they stay until what was made after them has been destroyed.
void handle_faults();

/// To be called by an OS thread before it runs kernels: makes sure that the process handles the signals, that
/// the thread does not block them, and that it has a signal stack, because its own stack may overflow. Later
/// calls cost nothing.
void prepare_for_faults();

/// Lets `handle` look at invalid accesses first, in the signal handler: they are done again if it returns
/// true. `in_kernel`: the thread has a listener, which is told otherwise.
void handle_accesses_first(bool (*handle)(const HardwareFault &, bool in_kernel) noexcept) noexcept;

/// The calling OS thread's own stack: its lowest address, and one past its highest. Both are null if unknown.
struct StackRange {
  const std::byte *begin, *end;
};
StackRange thread_stack();

} // namespace kcc::cpu

#endif
