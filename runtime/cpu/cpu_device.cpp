// What the device is, and waiting for it.
#include "cpu_device.h"

#include "../core/host_calls.h"
#include "check/unawaited_copies.h"
#include "engine/dimensions.h"
#include "engine/grid.h"
#include "engine/heap.h"
#include "engine/print_log.h"
#include "engine/settings.h"
#include "handles.h"

#include <fstream>
#include <string>
#include <unistd.h>
#include <utility>

namespace kcc::cpu {

namespace {

std::string processor_name() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("model name"))
      if (const auto colon = line.find(": "); colon != std::string::npos)
        return line.substr(colon + 2);
  return "CPU";
}

std::size_t physical_memory() {
  const long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGE_SIZE);
  return pages > 0 && bytes > 0 ? static_cast<std::size_t>(pages) * static_cast<std::size_t>(bytes) : 0;
}

core::DeviceInfo describe() {
  core::DeviceInfo info{};
  info.backend = Backend::cpu;
  info.name = processor_name();
#if defined(__x86_64__)
  info.arch = "x86-64";
#elif defined(__aarch64__)
  info.arch = "aarch64";
#else
#error "kcc: the CPU device's name of this architecture is missing"
#endif
  info.driver = "kcc's CPU engine";
  info.label = "the CPU device";
  // The limits of an sm_90, so that launches that work here are not rejected there.
  info.limits.max_threads_per_block = max_block_threads;
  info.limits.max_block = {1024, 1024, 64};
  info.limits.max_grid = {0x7fffffff, 65535, 65535};
  info.limits.max_shared_bytes_per_block = 227 * 1024;
  info.limits.warp_size = 32;
  info.limits.multiprocessors = usable_processors();
  info.limits.max_cluster_blocks = max_cluster_blocks;
  info.limits.max_non_portable_cluster_blocks = max_non_portable_cluster_blocks;
  info.total_memory = physical_memory();
  info.reads_host_at_once = true;
  return info;
}

} // namespace

CpuDevice::CpuDevice() : BackendDevice(describe()) {}

void CpuDevice::wait_for_queues() {
  std::vector<std::pair<std::shared_ptr<Queue>, std::uint64_t>> busy;
  {
    const std::lock_guard lock(mutex_);
    for (const std::weak_ptr<Queue> &known : queues_)
      if (std::shared_ptr<Queue> queue = known.lock(); queue && queue.get() != Queue::current())
        busy.emplace_back(queue, queue->pushed());
  }
  for (const auto &[queue, pushed] : busy)
    queue->wait(pushed);
  check::forget_copies(); // also of streams that are no more
}

/// In a child made by fork(), results that the parent's streams were to compute are missing. Returns why,
/// once.
std::shared_ptr<const Error> CpuDevice::take_losses() {
  std::shared_ptr<const Error> first;
  const std::lock_guard lock(mutex_);
  for (const std::weak_ptr<Queue> &known : queues_)
    if (const std::shared_ptr<Queue> queue = known.lock())
      if (auto loss = queue->take_loss(); loss && !first)
        first = std::move(loss);
  return first;
}

// The device stays usable after a failure, whereas the CUDA driver would refuse everything from then on. So a
// failure that no call on its stream has thrown is thrown here, once.
void CpuDevice::synchronize(Operation operation) {
  core::refuse_in_host_call(operation);
  wait_for_queues();
  throw_failure(take_losses());
  unclaimed_.throw_oldest();
}

void CpuDevice::wait_quietly() noexcept {
  if (Queue::current() == nullptr) // a stream's thread would wait for itself
    wait_for_queues();
}

core::BackendDevice &CpuDevice::reset(Operation operation) {
  core::refuse_in_host_call(operation);
  wait_for_queues();
  unclaimed_.forget();
  (void)take_losses();
  return *this;
}

void CpuDevice::synchronize_memory(const void *memory, Operation operation) {
  core::refuse_in_host_call(operation);
  wait_for_queues();
  throw_failure(take_losses());
  unclaimed_.throw_oldest_of(memory);
}

void CpuDevice::throw_failure(const std::shared_ptr<const Error> &failure) {
  if (!failure)
    return;
  claim(failure);
  throw *failure;
}

void CpuDevice::claim(const std::shared_ptr<const Error> &failure) noexcept {
  unclaimed_.claim(failure);
}

void CpuDevice::enter(StreamHandle *stream, const Operation &operation) {
  core::refuse_in_host_call(operation);
  if (const std::shared_ptr<const Error> failure = queue(stream).failure()) {
    (void)queue(stream).take_loss(); // this call reports it
    throw_failure(failure);
  }
}

core::Messages CpuDevice::fetch_messages() {
  PrintLog::Contents contents = print_log().take();
  return {std::move(contents.records), contents.dropped, print_log().capacity()};
}
std::uint64_t CpuDevice::output_capacity() {
  return print_log().capacity();
}
bool CpuDevice::set_output_capacity(std::uint64_t bytes) {
  print_log().set_capacity(bytes);
  return true;
}

void CpuDevice::set_heap_bytes(std::size_t bytes, Operation) {
  cpu::set_heap_bytes(bytes);
}
std::size_t CpuDevice::heap_bytes(Operation) {
  return cpu::heap_bytes();
}

} // namespace kcc::cpu
