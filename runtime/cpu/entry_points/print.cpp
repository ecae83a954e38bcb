// What a kernel tells the host: records of messages and failures, traps, and breakpoints.
#include "../engine/print_log.h"

#include "../engine/block.h"
#include "../engine/dimensions.h"
#include "../engine/tracer.h"

#include "kcc/abi/cpu_functions.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <utility>

namespace kcc::cpu {

namespace {

// A record is written without suspending the thread, so each OS thread has at most one open.
thread_local std::optional<PrintRecord> open_record;

bool is_failure(abi::RecordKind kind) {
  return kind >= abi::first_failure;
}

} // namespace

std::optional<PrintRecord> take_failure() {
  if (!open_record || !is_failure(open_record->kind))
    return std::nullopt;
  return std::exchange(open_record, std::nullopt);
}

} // namespace kcc::cpu

std::uint64_t kcc_cpu_print_begin(std::uint32_t kind, std::uint32_t payload_bytes) {
  using namespace kcc::cpu;
  BlockRunner::need_stack_here(__builtin_frame_address(0), __builtin_return_address(0));
  PrintRecord &record = open_record.emplace();
  record.kind = static_cast<kcc::abi::RecordKind>(kind);
  record.block = to_dim3(kcc_cpu_thread->block_idx);
  record.thread = to_dim3(kcc_cpu_thread->thread_idx);
  record.payload.resize(std::min(payload_bytes, kcc::abi::max_print_payload));
  return 0;
}

void kcc_cpu_print_put(std::uint64_t, std::uint32_t offset, const void *from, std::uint32_t bytes) {
  std::vector<std::byte> &payload = kcc::cpu::open_record->payload;
  const std::size_t begin = std::min<std::size_t>(offset, payload.size());
  const std::size_t count = std::min<std::size_t>(bytes, payload.size() - begin);
  if (count != 0)
    std::memcpy(payload.data() + begin, from, count);
}

void kcc_cpu_print_end(std::uint64_t, std::uint32_t) {
  using namespace kcc::cpu;
  if (!is_failure(open_record->kind))
    print_log().add(*std::exchange(open_record, std::nullopt));
}

void kcc_cpu_breakpoint() {
  if (kcc::cpu::is_traced())
    std::raise(SIGTRAP);
}

void kcc_cpu_trap() {
  kcc::cpu::BlockRunner::current("a trap").trap();
}
