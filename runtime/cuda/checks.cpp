#include "checks.h"

#include "../check/report.h"
#include "../check/settings.h"

#include <kcc/abi/cpu_checks.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <utility>

namespace kcc::cuda {

namespace {

/// Freed memory up to this size is kept, so that its use is seen.
constexpr std::size_t most_retired_bytes = std::size_t{256} << 20;

abi::CheckChannel &channel_at(void *host) {
  return *static_cast<abi::CheckChannel *>(host);
}

std::uint64_t load(std::uint64_t &word) {
  return std::atomic_ref(word).load(std::memory_order_acquire);
}

} // namespace

template <class... P, class... A>
void GpuChecks::call(const std::string &operation, const DriverCall<Result(P...)> &function,
                     A... arguments) const {
  if (const Result result = function(arguments...); result != success)
    throw driver_error(api_, result, function.name, operation);
}

std::size_t GpuChecks::redzone() {
  return check::are_on_for_gpus() ? 256 : 0;
}

void GpuChecks::add(DevicePointer begin, std::size_t bytes, std::size_t reserved) {
  if (!check::are_on_for_gpus())
    return;
  const std::lock_guard lock(mutex_);
  ranges_.add(begin, bytes, reserved);
  wanted_version_ = ranges_.version();
}

bool GpuChecks::retire(DevicePointer begin) {
  if (!check::are_on_for_gpus())
    return false;
  const std::lock_guard lock(mutex_);
  const CheckedRange *const range = ranges_.find(begin);
  if (!range)
    return false;
  const std::size_t reserved = range->place.reserved;
  ranges_.retire(begin);
  wanted_version_ = ranges_.version();
  retired_.emplace_back(begin, reserved);
  retired_bytes_ += reserved;
  while (retired_bytes_ > most_retired_bytes) {
    const auto [memory, size] = retired_.front();
    retired_.pop_front();
    retired_bytes_ -= size;
    ranges_.remove(memory);
    api_.mem_free(memory);
  }
  wanted_version_ = ranges_.version();
  return true;
}

void GpuChecks::remove(DevicePointer begin) {
  if (!check::are_on_for_gpus())
    return;
  const std::lock_guard lock(mutex_);
  must_wait_ = true;
  ranges_.remove(begin);
  wanted_version_ = ranges_.version();
}

bool GpuChecks::release_retired() {
  const std::lock_guard lock(mutex_);
  if (retired_.empty())
    return false;
  for (const auto &[memory, size] : std::exchange(retired_, {})) {
    ranges_.remove(memory);
    api_.mem_free(memory);
  }
  retired_bytes_ = 0;
  wanted_version_ = ranges_.version();
  return true;
}

void GpuChecks::create(const std::string &operation) {
  // Whatever is created before a call fails is kept for the next attempt.
  if (!stream_)
    call(operation, api_.stream_create_with_priority, &stream_, stream_non_blocking, 0);
  if (!host_) {
    call(operation, api_.mem_host_alloc, &host_, sizeof(abi::CheckChannel),
         mem_host_portable | mem_host_device_map);
    std::memset(host_, 0, sizeof(abi::CheckChannel));
  }
  DevicePointer channel = 0;
  call(operation, api_.mem_host_get_device_pointer, &channel, host_, 0u);
  if (!control_)
    call(operation, api_.mem_alloc, &control_, sizeof(abi::CheckControl));
  abi::CheckControl control{};
  control.channel = channel;
  control.checks = check::settings().checks;
  call(operation, api_.memcpy_htod_async, control_, static_cast<const void *>(&control), sizeof(control),
       stream_);
  call(operation, api_.stream_synchronize, stream_);
  upload_locked(operation);
  check::summarize_at_exit();
  exists_.store(true, std::memory_order_release);
}

void GpuChecks::attach(ModuleRef module, const core::Content &code, const std::string &operation) {
  // As in PrintBuffer::attach(): compute-sanitizer would report a symbol that is not found.
  const std::string_view content(static_cast<const char *>(code.bytes), code.size);
  if (content.find(abi::check_control_variable) == std::string_view::npos)
    return;
  check::note_checks_of_code(abi::all_checks); // what of them GPU code has is not known
  if (!check::are_on_for_gpus()) {
    static std::once_flag once;
    std::call_once(once, [] {
      std::fputs("kcc: a module has checks for GPUs, and the program has none; set KCC_CHECK to have them "
                 "done\n",
                 stderr);
    });
    return;
  }
  DevicePointer variable = 0;
  std::size_t bytes = 0;
  const Result found = api_.module_get_global(&variable, &bytes, module, abi::check_control_variable);
  if (found == error_not_found)
    return;
  const std::lock_guard lock(mutex_);
  if (found != success)
    throw driver_error(api_, found, api_.module_get_global.name, operation);
  if (!exists_)
    create(operation);
  constexpr std::string_view prefix = abi::check_sites_prefix;
  constexpr std::size_t digits = 16;
  std::vector<std::string> names;
  for (std::size_t at = content.find(prefix); at != std::string_view::npos; at = content.find(prefix, at + 1))
    if (std::string name(content.substr(at, prefix.size() + digits));
        std::ranges::find(names, name) == names.end())
      names.push_back(std::move(name));
  for (const std::string &name : names) {
    DevicePointer sites = 0;
    if (api_.module_get_global(&sites, &bytes, module, name.c_str()) != success)
      continue;
    std::vector<std::byte> copy(bytes);
    call(operation, api_.memcpy_dtoh_async, static_cast<void *>(copy.data()), sites, bytes, stream_);
    call(operation, api_.stream_synchronize, stream_);
    tables_.push_back({module, SiteTable(sites, std::move(copy))});
  }
  call(operation, api_.memcpy_htod_async, variable, static_cast<const void *>(&control_), sizeof(control_),
       stream_);
  call(operation, api_.stream_synchronize, stream_);
}

void GpuChecks::detach(ModuleRef module) noexcept {
  if (!exists_)
    return;
  (void)take();
  const std::lock_guard lock(mutex_);
  std::erase_if(known_, [&](const Known &row) {
    const Table *const table = table_of(row.site);
    return !table || table->module == module;
  });
  std::erase_if(tables_, [&](const Table &table) { return table.module == module; });
}

/// A table that a kernel may be reading does not change, so each has memory of its own.
GpuChecks::Buffer GpuChecks::buffer_of(std::size_t bytes, const std::string &operation) {
  const auto fits = [&](const Buffer &buffer) { return buffer.bytes >= bytes; };
  if (in_use_.size() > 64 && captures_ == 0 && std::ranges::none_of(spare_, fits)) {
    call(operation, api_.ctx_synchronize);
    spare_.insert(spare_.end(), in_use_.begin(), in_use_.end());
    in_use_.clear();
  }
  Buffer buffer;
  if (const auto found = std::ranges::find_if(spare_, fits); found != spare_.end()) {
    buffer = *found;
    spare_.erase(found);
  } else {
    buffer.bytes = std::max<std::size_t>(4096, 2 * bytes);
    call(operation, api_.mem_alloc, &buffer.memory, buffer.bytes);
  }
  return buffer;
}

void GpuChecks::upload(const std::string &operation) {
  const std::lock_guard lock(mutex_);
  upload_locked(operation);
}

void GpuChecks::upload_locked(const std::string &operation) {
  if (version_ == ranges_.version())
    return;
  if (must_wait_ && captures_ == 0) {
    call(operation, api_.ctx_synchronize);
    must_wait_ = false;
  }
  const std::vector<std::byte> table = ranges_.table();
  const Buffer buffer = buffer_of(table.size(), operation);
  in_use_.push_back(buffer);
  call(operation, api_.memcpy_htod_async, buffer.memory, static_cast<const void *>(table.data()),
       table.size(), stream_);
  call(operation, api_.stream_synchronize, stream_);
  const std::uint64_t address = buffer.memory;
  call(operation, api_.memcpy_htod_async, control_ + offsetof(abi::CheckControl, ranges),
       static_cast<const void *>(&address), sizeof address, stream_);
  call(operation, api_.stream_synchronize, stream_);
  version_ = ranges_.version();
}

bool GpuChecks::read(DevicePointer from, void *to, std::size_t bytes) const noexcept {
  return api_.memcpy_dtoh_async(to, from, bytes, stream_) == success &&
         api_.stream_synchronize(stream_) == success;
}

bool GpuChecks::write(DevicePointer to, const void *from, std::size_t bytes) const noexcept {
  return api_.memcpy_htod_async(to, from, bytes, stream_) == success &&
         api_.stream_synchronize(stream_) == success;
}

const GpuChecks::Table *GpuChecks::table_of(std::uint64_t site) const noexcept {
  const auto found = std::ranges::find_if(tables_, [&](const Table &table) { return table.sites.has(site); });
  return found == tables_.end() ? nullptr : &*found;
}

std::optional<std::string> GpuChecks::take() {
  if (!exists_.load(std::memory_order_acquire))
    return std::nullopt;
  const std::lock_guard lock(mutex_);
  if (!host_ || load(channel_at(host_).changed) == 0)
    return std::nullopt;
  // In this order, so that what comes while this runs is seen by the next wait.
  std::atomic_ref(channel_at(host_).changed).store(0, std::memory_order_release);
  const std::uint32_t none = 0;
  std::uint32_t claimed = 0;
  if (!write(control_ + offsetof(abi::CheckControl, notified), &none, sizeof none) ||
      !read(control_ + offsetof(abi::CheckControl, claimed), &claimed, sizeof claimed))
    claimed = abi::max_check_records; // the context has failed: whatever is complete
  take_records(claimed);
  return count_errors();
}

void GpuChecks::take_records(std::uint32_t claimed) {
  const std::uint32_t end = std::min(claimed, abi::max_check_records);
  for (; taken_ < end; ++taken_) {
    abi::CheckRecord &record = channel_at(host_).records[taken_];
    if (load(record.is_complete) == 0) { // a thread is writing it
      std::atomic_ref(channel_at(host_).changed).store(1, std::memory_order_release);
      break;
    }
    if (const Table *const table = table_of(record.site))
      if (std::optional<CheckFinding> found = finding_of(record, table->sites, ranges_)) {
        std::erase_if(known_, [&](const Known &row) { return row.site == record.site; });
        known_.push_back({record.site, 0, std::move(*found)});
      }
  }
  if (claimed > abi::max_check_records && !std::exchange(told_of_lost_, true))
    std::fprintf(stderr, "========= Errors in more than %u places of GPU code; the others are not reported\n",
                 abi::max_check_records);
}

std::optional<std::string> GpuChecks::count_errors() {
  std::optional<std::string> invalid;
  for (Known &row : known_) {
    std::uint32_t count = 0;
    if (!read(row.site + offsetof(abi::GpuCheckSite, count), &count, sizeof count))
      count = std::max(row.count, 1u);
    const std::uint32_t times = count - row.count;
    row.count = count;
    if (times == 0 || (check::settings().checks & row.what.check) == 0)
      continue;
    check::report(row.what.finding, times);
    if (row.what.ends_thread && !invalid)
      invalid = row.what.error_text;
  }
  return invalid;
}

std::optional<std::string> GpuChecks::explain_fault() noexcept {
  if (!exists_.load(std::memory_order_acquire))
    return std::nullopt;
  try {
    std::optional<std::string> text = take();
    const std::lock_guard lock(mutex_);
    if (!host_ || text)
      return text;
    std::optional<CheckFinding> only;
    for (abi::CheckRecord &record : channel_at(host_).strangers) {
      if (load(record.is_complete) == 0)
        continue;
      if (only) // any of them may have been it
        return std::nullopt;
      if (const Table *const table = table_of(record.site))
        only = stranger_of(record, table->sites);
    }
    if (!only)
      return std::nullopt;
    for (abi::CheckRecord &record : channel_at(host_).strangers)
      record.is_complete = 0;
    check::report(only->finding, 1);
    return only->error_text;
  } catch (...) { // no memory; the driver's error says enough
    return std::nullopt;
  }
}

void GpuChecks::end() noexcept {
  const std::lock_guard lock(mutex_);
  exists_.store(false, std::memory_order_release);
  host_ = nullptr;
}

} // namespace kcc::cuda
