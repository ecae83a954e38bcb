// A pointer of each thread that signal handlers may read.
#ifndef KCC_RUNTIME_CPU_ENGINE_THREAD_POINTER_H
#define KCC_RUNTIME_CPU_ENGINE_THREAD_POINTER_H

#include <pthread.h>
#include <system_error>

namespace kcc::cpu {

/// Null in each thread at first. Not a thread_local: a signal handler may only read one of the initial-exec
/// model, which would keep programs from loading a shared library that contains the runtime. Throws
/// std::system_error if the process has too many of these.
template <class T> class ThreadPointer {
public:
  ThreadPointer() {
    if (const int error = pthread_key_create(&key_, nullptr); error != 0)
      throw std::system_error(error, std::generic_category(), "kcc: pthread_key_create");
  }
  ThreadPointer(const ThreadPointer &) = delete;
  ThreadPointer &operator=(const ThreadPointer &) = delete;

  T *get() const noexcept { return static_cast<T *>(pthread_getspecific(key_)); }
  void set(T *pointer) const noexcept { pthread_setspecific(key_, pointer); }

private:
  pthread_key_t key_;
};

} // namespace kcc::cpu

#endif
