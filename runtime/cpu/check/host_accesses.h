// Reads and writes of the device's memory by code of the host: they work on the CPU device, and crash where a
// GPU's memory is not the host's.
#ifndef KCC_RUNTIME_CPU_CHECK_HOST_ACCESSES_H
#define KCC_RUNTIME_CPU_CHECK_HOST_ACCESSES_H

namespace kcc::cpu::check {

/// From now on, accesses to closed pages (device_pages.h) are noted.
void watch_host_accesses();

/// Reports what has been noted. To be called often, and before memory is freed. Costs nothing if there is
/// nothing.
void report_host_accesses() noexcept;

} // namespace kcc::cpu::check

#endif
