// `new`, `delete` and calloc, built on malloc and free. On a GPU those are the CUDA driver's, whose
// allocations are aligned to 16 bytes, on the CPU device the runtime's.
#include "libc.h"

extern "C" void *malloc(std::size_t bytes);
extern "C" void free(void *memory);

namespace {

/// Does not return null for 0 bytes: `new` gives every object its own address.
void *allocate(std::size_t bytes) {
  return malloc(bytes == 0 ? 1 : bytes);
}

/// The address of the allocation is stored before the aligned one.
void *allocate(std::size_t bytes, std::size_t alignment) {
  const std::size_t more = alignment + sizeof(void *);
  if (bytes > ~std::size_t{0} - more)
    return nullptr;
  auto *block = static_cast<char *>(malloc(bytes + more));
  if (!block)
    return nullptr;
  auto first = reinterpret_cast<std::uintptr_t>(block) + sizeof(void *);
  auto *aligned = reinterpret_cast<void **>((first + alignment - 1) / alignment * alignment);
  aligned[-1] = block;
  return aligned;
}

void release_aligned(void *memory) {
  if (memory)
    free(static_cast<void **>(memory)[-1]);
}

/// Devices have no exceptions: instead of throwing std::bad_alloc, the kernel traps.
void *or_trap(void *memory) {
  if (!memory)
    __builtin_trap();
  return memory;
}

} // namespace

KCC_LIBC void *__kcc_libc_calloc(std::size_t count, std::size_t bytes) {
  std::size_t all;
  if (__builtin_mul_overflow(count, bytes, &all))
    return nullptr;
  void *memory = malloc(all);
  if (memory)
    __builtin_memset(memory, 0, all);
  return memory;
}

// The mangled names of the operators, and the same for arrays: operator new(std::size_t), …
#define KCC_NEW(letter)                                                                                      \
  KCC_LIBC void *__kcc_libc__Zn##letter##m(std::size_t bytes) {                                              \
    return or_trap(allocate(bytes));                                                                         \
  }                                                                                                          \
  KCC_LIBC void *__kcc_libc__Zn##letter##mRKSt9nothrow_t(std::size_t bytes, const void *) {                  \
    return allocate(bytes);                                                                                  \
  }                                                                                                          \
  KCC_LIBC void *__kcc_libc__Zn##letter##mSt11align_val_t(std::size_t bytes, std::size_t alignment) {        \
    return or_trap(allocate(bytes, alignment));                                                              \
  }                                                                                                          \
  KCC_LIBC void *__kcc_libc__Zn##letter##mSt11align_val_tRKSt9nothrow_t(                                     \
      std::size_t bytes, std::size_t alignment, const void *) {                                              \
    return allocate(bytes, alignment);                                                                       \
  }
#define KCC_DELETE(letter)                                                                                   \
  KCC_LIBC void __kcc_libc__Zd##letter##Pv(void *memory) {                                                   \
    free(memory);                                                                                            \
  }                                                                                                          \
  KCC_LIBC void __kcc_libc__Zd##letter##Pvm(void *memory, std::size_t) {                                     \
    free(memory);                                                                                            \
  }                                                                                                          \
  KCC_LIBC void __kcc_libc__Zd##letter##PvRKSt9nothrow_t(void *memory, const void *) {                       \
    free(memory);                                                                                            \
  }                                                                                                          \
  KCC_LIBC void __kcc_libc__Zd##letter##PvSt11align_val_t(void *memory, std::size_t) {                       \
    release_aligned(memory);                                                                                 \
  }                                                                                                          \
  KCC_LIBC void __kcc_libc__Zd##letter##PvmSt11align_val_t(void *memory, std::size_t, std::size_t) {         \
    release_aligned(memory);                                                                                 \
  }                                                                                                          \
  KCC_LIBC void __kcc_libc__Zd##letter##PvSt11align_val_tRKSt9nothrow_t(void *memory, std::size_t,           \
                                                                        const void *) {                      \
    release_aligned(memory);                                                                                 \
  }
KCC_NEW(w)
KCC_NEW(a)
KCC_DELETE(l)
KCC_DELETE(a)
