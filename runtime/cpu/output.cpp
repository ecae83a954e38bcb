#include "output.h"

#include "kcc/abi/cpu_functions.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <utility>

namespace kcc::cpu {

namespace {

// A record is written without waiting in between, so each thread of the process is at one at most.
thread_local std::optional<OutputRecord> open_record;

Dim3 to_dim3(const std::uint32_t (&index)[3]) {
  return {index[0], index[1], index[2]};
}

bool is_failure(abi::OutputKind kind) {
  return kind >= abi::first_failure;
}

/// Whether a debugger has attached to the process.
bool is_traced() {
  std::FILE *status = std::fopen("/proc/self/status", "r");
  if (!status)
    return false;
  char line[256];
  int tracer = 0;
  while (std::fgets(line, sizeof(line), status))
    if (std::sscanf(line, "TracerPid: %d", &tracer) == 1)
      break;
  std::fclose(status);
  return tracer != 0;
}

} // namespace

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
  static auto &log = *new OutputLog; // never destroyed: a grid may run in a static object's destructor
  return log;
}

std::optional<OutputRecord> take_failure() {
  if (!open_record || !is_failure(open_record->kind))
    return std::nullopt;
  return std::exchange(open_record, std::nullopt);
}

} // namespace kcc::cpu

std::uint64_t kcc_cpu_output_begin(std::uint32_t kind, std::uint32_t payload_bytes) {
  using namespace kcc;
  const abi::CpuThread &thread = *kcc_cpu_thread;
  cpu::open_record.emplace();
  cpu::open_record->kind = static_cast<abi::OutputKind>(kind);
  cpu::open_record->block = cpu::to_dim3(thread.block_idx);
  cpu::open_record->thread = cpu::to_dim3(thread.thread_idx);
  cpu::open_record->payload.resize(std::min(payload_bytes, abi::max_output_payload));
  return 0;
}

void kcc_cpu_output_put(std::uint64_t, std::uint32_t offset, const void *from, std::uint32_t bytes) {
  std::vector<std::byte> &payload = kcc::cpu::open_record->payload;
  const std::size_t begin = std::min<std::size_t>(offset, payload.size());
  const std::size_t count = std::min<std::size_t>(bytes, payload.size() - begin);
  if (count != 0)
    std::memcpy(payload.data() + begin, from, count);
}

void kcc_cpu_output_end(std::uint64_t, std::uint32_t) {
  using namespace kcc::cpu;
  if (!is_failure(open_record->kind))
    output_log().add(*std::exchange(open_record, std::nullopt));
}

void kcc_cpu_breakpoint() {
  if (kcc::cpu::is_traced())
    std::raise(SIGTRAP);
}
