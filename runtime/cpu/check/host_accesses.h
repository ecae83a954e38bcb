// Reads and writes by code of the host, of the device's memory and of memory that a copy may still use: the
// former work on the CPU device, and crash where a GPU's memory is not the host's.
#ifndef KCC_RUNTIME_CPU_CHECK_HOST_ACCESSES_H
#define KCC_RUNTIME_CPU_CHECK_HOST_ACCESSES_H

namespace kcc::cpu::check {

/// From now on, accesses to closed pages (device_pages.h, unawaited_copies.h) are noted.
void watch_host_accesses();

/// Reports what has been noted. To be called often, and before memory is freed. Costs nothing if there is
/// nothing.
void report_host_accesses() noexcept;

} // namespace kcc::cpu::check

#endif
