#include "shared_arena.h"

#include "sanitizers.h"

#include "kcc/abi/cpu_code.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace kcc::cpu {

/// The margin before the memory is as large as its alignment at least, so that the memory is aligned.
static std::size_t margin(std::size_t alignment) {
  return std::max(alignment, abi::shared_margin);
}

SharedArena::~SharedArena() {
  release();
}

std::byte *SharedArena::get(std::size_t bytes, std::size_t alignment) {
  if (bytes > capacity_ || (bytes != 0 && alignment > alignment_)) {
    const std::size_t capacity = std::max(bytes, capacity_);
    alignment = std::max(alignment, alignment_);
    release();
    const std::size_t before = margin(alignment), all = before + capacity + abi::shared_margin;
    auto *const begin = static_cast<std::byte *>(::operator new(all, std::align_val_t{alignment}));
    std::memset(begin, 0, all);
    memory_ = begin + before;
    capacity_ = capacity;
    alignment_ = alignment;
  }
  // Memory outside is inaccessible now, even if an earlier launch used it.
  if (memory_ != nullptr) {
    sanitizers::make_inaccessible(memory_ - abi::shared_margin, abi::shared_margin);
    sanitizers::make_accessible(memory_, bytes);
    sanitizers::make_inaccessible(memory_ + bytes, capacity_ - bytes + abi::shared_margin);
  }
  return bytes == 0 ? nullptr : memory_;
}

void SharedArena::release() {
  if (memory_ == nullptr)
    return;
  std::byte *const begin = memory_ - margin(alignment_);
  sanitizers::make_accessible(begin, margin(alignment_) + capacity_ + abi::shared_margin);
  ::operator delete(begin, std::align_val_t{alignment_});
  memory_ = nullptr;
  capacity_ = 0;
  alignment_ = 1;
}

} // namespace kcc::cpu
