#include "allocations.h"

#include <cstdlib>
#include <new>

// In a separate file: if GCC can inline these, it mistakes free() for the wrong counterpart of new.
static thread_local std::size_t count = 0;

void *operator new(std::size_t bytes) {
  ++count;
  if (void *memory = std::malloc(bytes))
    return memory;
  throw std::bad_alloc();
}
void *operator new(std::size_t bytes, const std::nothrow_t &) noexcept {
  ++count;
  return std::malloc(bytes);
}
void operator delete(void *memory) noexcept {
  std::free(memory);
}
void operator delete(void *memory, std::size_t) noexcept {
  std::free(memory);
}

std::size_t allocations() {
  return count;
}
