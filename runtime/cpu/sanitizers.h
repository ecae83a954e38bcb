// What AddressSanitizer and ThreadSanitizer must be told about stacks and memory that they did not see made.
// Without them everything here is empty.
#ifndef KCC_RUNTIME_CPU_SANITIZERS_H
#define KCC_RUNTIME_CPU_SANITIZERS_H

#include <cstddef>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define KCC_CPU_HAS_ASAN 1
#endif
#if __has_feature(thread_sanitizer)
#define KCC_CPU_HAS_TSAN 1
#endif
#endif
#if !defined(KCC_CPU_HAS_ASAN) && defined(__SANITIZE_ADDRESS__)
#define KCC_CPU_HAS_ASAN 1
#endif
#if !defined(KCC_CPU_HAS_TSAN) && defined(__SANITIZE_THREAD__)
#define KCC_CPU_HAS_TSAN 1
#endif
#ifndef KCC_CPU_HAS_ASAN
#define KCC_CPU_HAS_ASAN 0
#endif
#ifndef KCC_CPU_HAS_TSAN
#define KCC_CPU_HAS_TSAN 0
#endif

#if KCC_CPU_HAS_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if KCC_CPU_HAS_TSAN
#include <sanitizer/tsan_interface.h>
#endif

namespace kcc::cpu::sanitizers {

struct StackBounds {
  const void *bottom = nullptr; ///< lowest address
  std::size_t bytes = 0;
};

/// Call right before leaving a stack for `target`. `saved` receives what `finish_switch` needs when this
/// stack is resumed; null says that it never will be. It must not be a local variable: with
/// detect_stack_use_after_return a local may itself live in what is switched.
inline void start_switch([[maybe_unused]] void **saved, [[maybe_unused]] const StackBounds &target) {
#if KCC_CPU_HAS_ASAN
  __sanitizer_start_switch_fiber(saved, target.bottom, target.bytes);
#endif
}

/// Call first thing on a stack just entered; `saved` is null the first time. `previous`, where given,
/// receives the bounds of the stack that was left.
inline void finish_switch([[maybe_unused]] void *saved, [[maybe_unused]] StackBounds *previous) {
#if KCC_CPU_HAS_ASAN
  __sanitizer_finish_switch_fiber(saved, previous ? &previous->bottom : nullptr,
                                  previous ? &previous->bytes : nullptr);
#endif
}

inline void *create_fiber() {
#if KCC_CPU_HAS_TSAN
  return __tsan_create_fiber(0);
#else
  return nullptr;
#endif
}

inline void destroy_fiber([[maybe_unused]] void *fiber) {
#if KCC_CPU_HAS_TSAN
  __tsan_destroy_fiber(fiber);
#endif
}

inline void *current_fiber() {
#if KCC_CPU_HAS_TSAN
  return __tsan_get_current_fiber();
#else
  return nullptr;
#endif
}

inline void switch_fiber([[maybe_unused]] void *fiber) {
#if KCC_CPU_HAS_TSAN
  __tsan_switch_to_fiber(fiber, 0);
#endif
}

inline void make_accessible([[maybe_unused]] const void *begin, [[maybe_unused]] std::size_t bytes) {
#if KCC_CPU_HAS_ASAN
  __asan_unpoison_memory_region(begin, bytes);
#endif
}

inline void make_inaccessible([[maybe_unused]] const void *begin, [[maybe_unused]] std::size_t bytes) {
#if KCC_CPU_HAS_ASAN
  __asan_poison_memory_region(begin, bytes);
#endif
}

} // namespace kcc::cpu::sanitizers

#endif
