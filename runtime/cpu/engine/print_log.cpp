#include "print_log.h"

#include <utility>

namespace kcc::cpu {

void PrintLog::add(PrintRecord record) {
  const std::uint64_t bytes = abi::print_record_bytes(static_cast<std::uint32_t>(record.payload.size()));
  const std::lock_guard lock(mutex_);
  if (used_ + bytes > capacity_) {
    ++contents_.dropped;
    return;
  }
  used_ += bytes;
  contents_.records.push_back(std::move(record));
}

PrintLog::Contents PrintLog::take() {
  const std::lock_guard lock(mutex_);
  used_ = 0;
  return std::exchange(contents_, {});
}

std::uint64_t PrintLog::capacity() const {
  const std::lock_guard lock(mutex_);
  return capacity_;
}

void PrintLog::set_capacity(std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  capacity_ = bytes;
}

PrintLog &print_log() {
  static auto &log = *new PrintLog; // never destroyed: a static object's destructor may run a grid
  return log;
}

} // namespace kcc::cpu
