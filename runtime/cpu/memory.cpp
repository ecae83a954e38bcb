// Memory, copies and fills.
#include "../check/settings.h"
#include "buffer_memory.h"
#include "check/device_pages.h"
#include "check/host_accesses.h"
#include "check/objects.h"
#include "check/unawaited_copies.h"
#include "copies.h"
#include "cpu_device.h"
#include "engine/host_threads.h"
#include "engine/pages.h"
#include "handles.h"

#include <cstring>
#include <limits>

namespace kcc::cpu {

namespace {

/// Data of the host up to this size is copied twice, so that the caller need not wait for the stream.
constexpr std::size_t most_staged_bytes = std::size_t{64} << 10;

/// The bytes of the host that a copy uses; none if it is between buffers, or of rows that lie apart.
std::span<const std::byte> bytes_of_host(const core::Copy &copy) {
  if ((copy.from_device && copy.to_device) || !copy.is_flat())
    return {};
  return {static_cast<const std::byte *>(copy.from_device ? copy.to : copy.from), copy.row_bytes};
}

/// Copies when the stream gets there. The host's memory stays as it is until then, as the caller has
/// promised.
void copy_later(StreamData &stream, const core::Copy &copy) {
  const std::span host = bytes_of_host(copy);
  const bool writes = copy.from_device;
  if (!host.empty() && !stream.capture)
    check::note_copy(host.data(), host.size(), writes);
  stream.push(work_of("copy", [=](Queue &) {
    if (!host.empty())
      check::note_begun_copy(host.data(), host.size(), writes);
    run(copy);
    if (!host.empty())
      check::note_made_copy(host.data(), host.size(), writes);
  }));
}

} // namespace

void *CpuDevice::allocate_for(check::Owner owner, std::size_t bytes, const Operation &operation) {
  // Well below sizes that would wrap around when operator new rounds them up to the alignment.
  constexpr auto most = static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max());
  void *memory = bytes > most           ? nullptr
                 : kcc::check::are_on() ? check::allocate_guarded(bytes, owner)
                                        : allocate_buffer(bytes);
  if (!memory)
    detail::fail(ErrorCategory::out_of_memory, operation.text(), "the process cannot get that much memory",
                 "Work on smaller parts; the machine has " + std::to_string(info().total_memory) + " bytes");
  use_large_pages(memory, bytes);
  unclaimed_.add_memory(memory, bytes);
  if (kcc::check::are_on())
    check::objects().add(memory, bytes, check::ObjectKind::buffer, /*unwritten=*/true);
  return memory;
}

void *CpuDevice::allocate(std::size_t bytes, Operation operation) {
  return allocate_for(check::Owner::device, bytes, operation);
}

void CpuDevice::release(void *memory) noexcept {
  check::report_host_accesses();
  release_from(check::Owner::device, memory);
}

void CpuDevice::release_from(check::Owner owner, void *memory) noexcept {
  wait_for_queues();
  unclaimed_.remove_memory(memory);
  if (kcc::check::are_on())
    return check::release_guarded(memory, owner);
  free_buffer(memory);
}

void CpuDevice::enqueue_copy(StreamHandle *stream, const core::Copy &wanted, Operation operation) {
  const core::Copy copy = with_arrays_as_memory(wanted);
  if (stream == nullptr) {
    note_host_thread();
    return run(copy);
  }
  enter(stream, operation);
  const void *const host = copy.from_device ? copy.to : copy.from;
  if ((copy.from_device && copy.to_device) || copy.host_access == core::HostAccess::later ||
      (copy.host_access == core::HostAccess::by_kind && host_memory_.is_pinned(host))) {
    copy_later(data(stream), copy);
    return;
  }
  if (!copy.from_device && copy.is_flat() && copy.row_bytes <= most_staged_bytes) {
    auto staged = std::make_unique<std::byte[]>(copy.row_bytes);
    {
      const check::DeviceWork work; // it may be memory of the device
      std::memcpy(staged.get(), copy.from, copy.row_bytes);
    }
    data(stream).push(
        work_of("copy", [to = copy.to, bytes = copy.row_bytes, staged = std::move(staged)](Queue &) {
          std::memcpy(to, staged.get(), bytes);
          if (kcc::check::are_on())
            check::objects().wrote(to, bytes);
        }));
    return;
  }
  synchronize_stream(stream, operation);
  run(copy);
}

void CpuDevice::lend_to_host(const void *memory) {
  check::lend_to_host(memory);
}

void CpuDevice::enqueue_fill(StreamHandle *stream, const core::Fill &fill, Operation operation) {
  enter(stream, operation);
  data(stream).push(work_of("fill", [fill](Queue &) { run(fill); }));
}

} // namespace kcc::cpu
