// A compilation is short and allocates tens of megabytes in small pieces. By default glibc gives the thread
// that compiles a heap of its own, which grows by a page or two per system call, and every page is a page
// fault: together a tenth of the time to compile a small kernel.
#include "Heap.h"
#include <cstdint>
#include <cstdlib>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

namespace kcc::compiler {

constexpr int StepBytes = 64 << 20;
constexpr std::uintptr_t HugePageBytes = 2 << 20;
constexpr std::uintptr_t PageBytes = 4 << 10;

void prepareHeap() {
  mallopt(M_ARENA_MAX, 1); // the compiling thread shares the heap that grows by M_TOP_PAD
  mallopt(M_TOP_PAD, StepBytes);
  mallopt(M_TRIM_THRESHOLD, 8 * StepBytes);
  mallopt(M_MMAP_THRESHOLD, StepBytes / 2);
  // A huge page must not have been touched before the kernel is told. So the first step begins a page before
  // one, and the block that makes malloc take it is large: malloc writes in front of it and behind it.
  const auto Now = reinterpret_cast<std::uintptr_t>(sbrk(0));
  const std::uintptr_t Begin = (Now + PageBytes + HugePageBytes - 1) / HugePageBytes * HugePageBytes;
  sbrk(static_cast<std::intptr_t>(Begin - PageBytes - Now));
  void *Block = std::malloc(StepBytes / 2 - PageBytes);
  const auto End = reinterpret_cast<std::uintptr_t>(sbrk(0));
  if (Block != nullptr && Begin < End)
    madvise(reinterpret_cast<void *>(Begin), End - Begin, MADV_HUGEPAGE); // advice: a failure changes nothing
  std::free(Block);
}

} // namespace kcc::compiler
