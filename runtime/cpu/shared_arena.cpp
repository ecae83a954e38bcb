#include "shared_arena.h"

#include "sanitizers.h"

#include <algorithm>
#include <cstring>

namespace kcc::cpu {

SharedArena::~SharedArena() {
  release();
}

std::byte *SharedArena::get(std::size_t bytes, std::size_t alignment) {
  if (bytes > capacity_ || (bytes != 0 && alignment > alignment_)) {
    const std::size_t capacity = std::max(bytes, capacity_);
    alignment = std::max(alignment, alignment_);
    release();
    memory_ = static_cast<std::byte *>(::operator new(capacity, std::align_val_t{alignment}));
    capacity_ = capacity;
    alignment_ = alignment;
    std::memset(memory_, 0, capacity);
  }
  // Memory beyond the end is inaccessible now, even if an earlier launch used it.
  sanitizers::make_accessible(memory_, bytes);
  sanitizers::make_inaccessible(memory_ + bytes, capacity_ - bytes);
  return bytes == 0 ? nullptr : memory_;
}

void SharedArena::release() {
  sanitizers::make_accessible(memory_, capacity_);
  ::operator delete(memory_, std::align_val_t{alignment_});
  memory_ = nullptr;
  capacity_ = 0;
  alignment_ = 1;
}

} // namespace kcc::cpu
