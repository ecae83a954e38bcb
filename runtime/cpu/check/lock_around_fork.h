// Locks that a child made by fork() can take, although the thread that held one may be missing there.
#ifndef KCC_RUNTIME_CPU_CHECK_LOCK_AROUND_FORK_H
#define KCC_RUNTIME_CPU_CHECK_LOCK_AROUND_FORK_H

#include <pthread.h>

namespace kcc::cpu::check {

/// From now on, whoever forks holds the lock of `object`, an atomic pointer that is not null, meanwhile.
template <auto &object> void lock_around_fork() {
  const auto unlock = [] { object.load()->unlock(); };
  pthread_atfork([] { object.load()->lock(); }, unlock, unlock);
}

} // namespace kcc::cpu::check

#endif
