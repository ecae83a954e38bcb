#include "shared_arena.h"

#include "sanitizers.h"

#include <cstring>

namespace kcc::cpu {

SharedArena::~SharedArena() {
  release();
}

std::byte *SharedArena::get(std::size_t bytes) {
  if (bytes > capacity_) {
    release();
    memory_ = static_cast<std::byte *>(::operator new(bytes, alignment));
    capacity_ = bytes;
    std::memset(memory_, 0, bytes);
  }
  // Memory beyond the end is inaccessible now, even if an earlier launch used it.
  sanitizers::make_accessible(memory_, bytes);
  sanitizers::make_inaccessible(memory_ + bytes, capacity_ - bytes);
  return bytes == 0 ? nullptr : memory_;
}

void SharedArena::release() {
  sanitizers::make_accessible(memory_, capacity_);
  ::operator delete(memory_, alignment);
  memory_ = nullptr;
  capacity_ = 0;
}

} // namespace kcc::cpu
