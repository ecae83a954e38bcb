// Which threads of the host and which queues could still write what a grid polls for.
#ifndef KCC_RUNTIME_CPU_ENGINE_HOST_THREADS_H
#define KCC_RUNTIME_CPU_ENGINE_HOST_THREADS_H

#include <cstdint>

namespace kcc::cpu {

/// The calling thread gives work to the CPU device, and may do so again until it ends.
void note_host_thread() noexcept;

/// The calling thread is one of the CPU device's own, as long as this exists. It is prepared for faults.
class DeviceThread {
public:
  DeviceThread() noexcept;
  ~DeviceThread();
  DeviceThread(const DeviceThread &) = delete;
  DeviceThread &operator=(const DeviceThread &) = delete;
};

/// While it exists, the calling thread of the host waits for the CPU device.
class HostWait {
public:
  HostWait() noexcept;
  ~HostWait();
  HostWait(const HostWait &) = delete;
  HostWait &operator=(const HostWait &) = delete;

private:
  bool counts_;
};

/// A queue has work that can run now, or has none any more.
void note_busy_queue() noexcept;
void note_idle_queue() noexcept;

/// Changes when a thread of the host or a queue has done something.
std::uint64_t host_activity() noexcept;
/// Whether every thread of the host that has given work to the device waits, and no more than `queues` queues
/// have work that can run.
bool host_only_waits(std::uint32_t queues) noexcept;
/// Whether the process has threads that have never used the device: they may still begin.
bool has_other_threads(std::uint32_t queues) noexcept;

} // namespace kcc::cpu

#endif
