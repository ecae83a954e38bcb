// For kernel files compiled as host code: kcc::print prints, and a failed check ends the program.
#include "messages.h"

#include <kcc/device/send_record.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

thread_local kcc::core::PrintRecord open_record;

} // namespace

std::uint64_t __kcc_print_begin(std::uint32_t kind, std::uint32_t payload_bytes) noexcept {
  open_record.kind = static_cast<kcc::abi::RecordKind>(kind);
  open_record.payload.assign(std::min(payload_bytes, kcc::abi::max_print_payload), std::byte{0});
  return 0;
}

void __kcc_print_put(std::uint64_t, std::uint32_t offset, const void *from, std::uint32_t bytes) noexcept {
  auto &payload = open_record.payload;
  const std::size_t begin = std::min<std::size_t>(offset, payload.size());
  const std::size_t count = std::min<std::size_t>(bytes, payload.size() - begin);
  if (count != 0)
    std::memcpy(payload.data() + begin, from, count);
}

void __kcc_print_end(std::uint64_t, std::uint32_t) noexcept {
  if (open_record.kind >= kcc::abi::first_failure) {
    std::fprintf(stderr, "%s\n", kcc::core::failure_of(open_record).c_str());
    return;
  }
  const std::string text = kcc::core::message_of(open_record);
  std::fwrite(text.data(), 1, text.size(), stdout);
}

void __kcc_print_stop() noexcept {
  std::abort();
}
