// Tells AddressSanitizer and ThreadSanitizer about stacks and memory that they have not seen being created.
// The runtime itself may be compiled without them, as an installed one is, and serve a program whose kernels
// are compiled with them. So their functions are weak symbols, and nothing happens if they are not linked.
#ifndef KCC_RUNTIME_CPU_ENGINE_SANITIZERS_H
#define KCC_RUNTIME_CPU_ENGINE_SANITIZERS_H

#include <cstddef>
#include <limits>

// From <sanitizer/asan_interface.h>, <sanitizer/common_interface_defs.h> and <sanitizer/tsan_interface.h>.
extern "C" {
[[gnu::weak]] void __sanitizer_start_switch_fiber(void **saved, const void *bottom, std::size_t bytes);
[[gnu::weak]] void __sanitizer_finish_switch_fiber(void *saved, const void **bottom, std::size_t *bytes);
[[gnu::weak]] void __asan_poison_memory_region(const volatile void *begin, std::size_t bytes);
[[gnu::weak]] void __asan_unpoison_memory_region(const volatile void *begin, std::size_t bytes);
[[gnu::weak]] void *__tsan_get_current_fiber();
[[gnu::weak]] void *__tsan_create_fiber(unsigned flags);
[[gnu::weak]] void __tsan_destroy_fiber(void *fiber);
[[gnu::weak]] void __tsan_switch_to_fiber(void *fiber, unsigned flags);
}

namespace kcc::cpu::sanitizers {

/// Whether the process has AddressSanitizer or ThreadSanitizer, which make frames larger.
inline bool are_there() {
  return &__asan_poison_memory_region != nullptr || &__tsan_create_fiber != nullptr;
}

/// How many fibers may be in use. ThreadSanitizer ends a process of more than 8128 threads and fibers; the
/// other half is for the program's threads and for idle fibers.
inline std::size_t max_fibers() {
  return &__tsan_create_fiber != nullptr ? 4096 : std::numeric_limits<std::size_t>::max();
}

struct StackBounds {
  const void *bottom = nullptr; ///< lowest address
  std::size_t bytes = 0;
};

/// To be called right before switching from a stack to `target`. `saved` receives what `finish_switch` needs
/// when this stack is resumed; null means that it never will be. It must not be a local variable: with
/// detect_stack_use_after_return, a local variable may itself live in what is switched.
inline void start_switch(void **saved, const StackBounds &target) {
  if (&__sanitizer_start_switch_fiber != nullptr)
    __sanitizer_start_switch_fiber(saved, target.bottom, target.bytes);
}

/// To be called first on the stack just entered; `saved` is null the first time. `previous`, if given,
/// receives the bounds of the stack that was left.
inline void finish_switch(void *saved, StackBounds *previous) {
  if (&__sanitizer_finish_switch_fiber != nullptr)
    __sanitizer_finish_switch_fiber(saved, previous ? &previous->bottom : nullptr,
                                    previous ? &previous->bytes : nullptr);
}

inline void *create_fiber() {
  return &__tsan_create_fiber != nullptr ? __tsan_create_fiber(0) : nullptr;
}

inline void destroy_fiber(void *fiber) {
  if (&__tsan_destroy_fiber != nullptr)
    __tsan_destroy_fiber(fiber);
}

inline void *current_fiber() {
  return &__tsan_get_current_fiber != nullptr ? __tsan_get_current_fiber() : nullptr;
}

inline void switch_fiber(void *fiber) {
  if (&__tsan_switch_to_fiber != nullptr)
    __tsan_switch_to_fiber(fiber, 0);
}

inline void make_accessible(const void *begin, std::size_t bytes) {
  if (&__asan_unpoison_memory_region != nullptr && bytes != 0)
    __asan_unpoison_memory_region(begin, bytes);
}

inline void make_inaccessible(const void *begin, std::size_t bytes) {
  if (&__asan_poison_memory_region != nullptr && bytes != 0)
    __asan_poison_memory_region(begin, bytes);
}

} // namespace kcc::cpu::sanitizers

#endif
