#include "faults.h"

#include "fiber_stack.h"
#include "thread_pointer.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <iterator>
#include <pthread.h>
#include <sys/mman.h>
#include <ucontext.h>

namespace kcc::cpu {
namespace {

/// The listener of the calling thread.
const ThreadPointer<FaultListener> &listener() {
  static const ThreadPointer<FaultListener> made;
  return made;
}

/// For division by zero, wild and null accesses, misaligned accesses, and traps of -fsanitize-trap.
constexpr int signals[] = {SIGFPE, SIGSEGV, SIGBUS, SIGILL};
struct sigaction previous[std::size(signals)];

void on_signal(int signal, siginfo_t *info, void *context);

std::size_t row_of(int signal) {
  std::size_t row = 0;
  while (signals[row] != signal)
    ++row;
  return row;
}

/// The handler is left by a jump, which does not restore the signal mask. The thread sanitizer, whose own
/// handler calls this one, blocks all signals and not only the one that came.
void restore_signal_mask(const ucontext_t &interrupted) {
  pthread_sigmask(SIG_SETMASK, &interrupted.uc_sigmask, nullptr);
}

HardwareFault describe(int signal, const siginfo_t &info, const ucontext_t &context) {
  HardwareFault fault{
      .signal = signal, .code = info.si_code, .address = static_cast<const std::byte *>(info.si_addr)};
#if defined(__x86_64__)
  const auto &registers = context.uc_mcontext.gregs;
  fault.instruction = reinterpret_cast<const void *>(registers[REG_RIP]);
  fault.stack_pointer = reinterpret_cast<const std::byte *>(registers[REG_RSP]);
  // Intel SDM volume 3, "Page-Fault Exception": bit 1 of the error code says write, bit 4 instruction fetch.
  constexpr int page_fault = 14;
  if (registers[REG_TRAPNO] == page_fault)
    fault.access = (registers[REG_ERR] & 0x10) != 0   ? HardwareFault::Access::execute
                   : (registers[REG_ERR] & 0x02) != 0 ? HardwareFault::Access::write
                                                      : HardwareFault::Access::read;
  // There is no instruction at that address: take the call, whose return address is on top of the stack.
  if (fault.access == HardwareFault::Access::execute)
    fault.instruction = *reinterpret_cast<const std::byte *const *>(fault.stack_pointer) - 1;
#elif defined(__aarch64__)
  fault.instruction = reinterpret_cast<const void *>(context.uc_mcontext.pc);
  fault.stack_pointer = reinterpret_cast<const std::byte *>(context.uc_mcontext.sp);
  if (fault.instruction == fault.address)
    fault.instruction = reinterpret_cast<const std::byte *>(context.uc_mcontext.regs[30]) - 1;
#endif
  return fault;
}

/// Behaves as if these handlers did not exist.
void pass_on(int signal, siginfo_t *info, void *context) {
  const struct sigaction &before = previous[row_of(signal)];
  if ((before.sa_flags & SA_SIGINFO) != 0) {
    before.sa_sigaction(signal, info, context);
  } else if (before.sa_handler == SIG_IGN && info->si_code <= 0) {
    return; // sent by a process; faults cannot be ignored
  } else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) {
    before.sa_handler(signal);
  } else {
    // With the default action, the instruction faults again, and a core dump shows it.
    struct sigaction standard{};
    standard.sa_handler = SIG_DFL;
    sigaction(signal, &standard, nullptr);
    if (info->si_code <= 0)
      raise(signal); // pending until this handler has returned
  }
}

std::atomic<bool (*)(const HardwareFault &, bool in_kernel) noexcept> handle_access = nullptr;
static_assert(decltype(handle_access)::is_always_lock_free);

void on_signal(int signal, siginfo_t *info, void *context) {
  const int error = errno;
  FaultListener *const mine = listener().get();
  const auto handle = handle_access.load();
  if (handle != nullptr && signal == SIGSEGV && info->si_code > 0 &&
      handle(describe(signal, *info, *static_cast<const ucontext_t *>(context)), mine != nullptr)) {
    errno = error;
    return;
  }
  if (mine != nullptr && info->si_code > 0) { // not sent by a process
    listener().set(nullptr);                  // a fault on the way out is not the kernel's
    const auto &interrupted = *static_cast<const ucontext_t *>(context);
    restore_signal_mask(interrupted);
    mine->leave_after(describe(signal, *info, interrupted));
  }
  pass_on(signal, info, context);
  errno = error;
}

/// Removes the handlers when a shared library that contains the runtime is unloaded.
struct Handlers {
  Handlers() {
    struct sigaction action{};
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    for (std::size_t i = 0; i < std::size(signals); ++i) {
      sigaction(signals[i], nullptr, &previous[i]); // the handler may be called before the next call returns
      sigaction(signals[i], &action, nullptr);
    }
  }
  ~Handlers() {
    for (std::size_t i = 0; i < std::size(signals); ++i) {
      struct sigaction now{};
      if (sigaction(signals[i], nullptr, &now) == 0 && (now.sa_flags & SA_SIGINFO) != 0 &&
          now.sa_sigaction == on_signal)
        sigaction(signals[i], &previous[i], nullptr);
    }
  }
};

/// The signal stack of the calling thread, unless it already has one.
class SignalStack {
public:
  SignalStack() {
    stack_t now{};
    if (sigaltstack(nullptr, &now) != 0 || (now.ss_flags & SS_DISABLE) == 0)
      return;
    void *const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
      return; // a stack overflow will end the process
    stack_t mine{};
    mine.ss_sp = memory;
    mine.ss_size = bytes;
    if (sigaltstack(&mine, nullptr) == 0)
      memory_ = memory;
    else
      munmap(memory, bytes);
  }
  ~SignalStack() {
    if (memory_ == nullptr)
      return;
    stack_t now{};
    if (sigaltstack(nullptr, &now) == 0 && now.ss_sp == memory_) {
      stack_t none{};
      none.ss_flags = SS_DISABLE;
      sigaltstack(&none, nullptr);
    }
    munmap(memory_, bytes);
  }
  SignalStack(const SignalStack &) = delete;
  SignalStack &operator=(const SignalStack &) = delete;

private:
  static constexpr std::size_t bytes = std::size_t{128} << 10; // with room for a sanitizer's report
  void *memory_ = nullptr;
};

StackRange find_thread_stack() {
  StackRange found{};
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return found;
  void *lowest = nullptr;
  std::size_t bytes = 0;
  if (pthread_attr_getstack(&attributes, &lowest, &bytes) == 0)
    found = {static_cast<const std::byte *>(lowest), static_cast<const std::byte *>(lowest) + bytes};
  pthread_attr_destroy(&attributes);
  return found;
}

} // namespace

ListenForFaults::ListenForFaults(FaultListener *mine) noexcept
    : outer_(listener().get()), is_new_(mine != outer_) {
  if (is_new_) // each block has two of these
    listener().set(mine);
}

ListenForFaults::~ListenForFaults() {
  if (is_new_)
    listener().set(outer_);
}

void handle_faults() {
  static const Handlers handlers;
}

/// A fault ends the process if the thread blocks its signal. Threads inherit what the one that has started
/// them blocks: all signals, in programs with a thread that waits for them.
static void unblock_faults() {
  static thread_local const int done = [] {
    sigset_t faults;
    sigemptyset(&faults);
    for (const int signal : signals)
      sigaddset(&faults, signal);
    return pthread_sigmask(SIG_UNBLOCK, &faults, nullptr);
  }();
  (void)done;
}

void prepare_for_faults() {
  handle_faults();
  unblock_faults();
  static thread_local const SignalStack stack;
  (void)thread_stack();
}

void handle_accesses_first(bool (*handle)(const HardwareFault &, bool in_kernel) noexcept) noexcept {
  handle_access = handle;
}

StackRange thread_stack() {
  static thread_local const StackRange stack = find_thread_stack();
  return stack;
}

} // namespace kcc::cpu
