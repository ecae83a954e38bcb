// A record of what a kernel's thread printed, or why it failed.
#ifndef KCC_RUNTIME_CORE_PRINT_RECORD_H
#define KCC_RUNTIME_CORE_PRINT_RECORD_H

#include <kcc/device/print_record.h>
#include <kcc/runtime/launch_config.h>

#include <cstddef>
#include <vector>

namespace kcc::core {

/// The record as the thread wrote it; include/kcc/device/print_record.h describes the payload.
struct PrintRecord {
  abi::RecordKind kind{};
  Dim3 block, thread;
  std::vector<std::byte> payload;
};

} // namespace kcc::core

#endif
