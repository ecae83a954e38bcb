#include "output.h"

#include <utility>

namespace kcc::cpu {

void OutputLog::add(OutputRecord record) {
  const std::uint64_t bytes = abi::output_record_bytes(static_cast<std::uint32_t>(record.payload.size()));
  const std::lock_guard lock(mutex_);
  if (used_ + bytes > capacity_) {
    ++contents_.dropped;
    return;
  }
  used_ += bytes;
  contents_.records.push_back(std::move(record));
}

OutputLog::Contents OutputLog::take() {
  const std::lock_guard lock(mutex_);
  used_ = 0;
  return std::exchange(contents_, {});
}

std::uint64_t OutputLog::capacity() const {
  const std::lock_guard lock(mutex_);
  return capacity_;
}

void OutputLog::set_capacity(std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  capacity_ = bytes;
}

OutputLog &output_log() {
  static auto &log = *new OutputLog; // never destroyed: a static object's destructor may run a grid
  return log;
}

} // namespace kcc::cpu
