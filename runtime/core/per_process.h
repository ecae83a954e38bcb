// Objects of which each process has one.
#ifndef KCC_RUNTIME_CORE_PER_PROCESS_H
#define KCC_RUNTIME_CORE_PER_PROCESS_H

#include <atomic>
#include <memory>

#include <pthread.h>

namespace kcc::core {

/// The `T` of this process. It is never destroyed, because destructors of static objects may still use it; a
/// `T` with threads joins them in T::stop(), which is called when the process exits.
///
/// A child made by fork() gets a `T` of its own: in the copy of its parent's, the threads are missing, and
/// locks may be held forever. May be called from any thread.
template <class T> class PerProcess {
public:
  static T &get() {
    static AtExit at_exit;
    T *object = current_;
    if (object)
      return *object;
    auto fresh = std::make_unique<T>();
    if (current_.compare_exchange_strong(object, fresh.get()))
      return *fresh.release();
    return *object;
  }
  /// Null if it was not asked for yet.
  static T *existing() noexcept { return current_; }

private:
  struct AtExit {
    AtExit() {
      pthread_atfork(nullptr, nullptr, [] { current_ = nullptr; });
    }
    ~AtExit() {
      if constexpr (requires(T &object) { object.stop(); })
        if (T *const object = current_)
          object->stop();
    }
  };
  static inline constinit std::atomic<T *> current_ = nullptr;
};

} // namespace kcc::core

#endif
