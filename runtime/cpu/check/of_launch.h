// What the blocks of a launch share, on whatever OS threads they run.
#ifndef KCC_RUNTIME_CPU_CHECK_OF_LAUNCH_H
#define KCC_RUNTIME_CPU_CHECK_OF_LAUNCH_H

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

namespace kcc::cpu::check {

/// The one object of this type for the launch with this number. It lives as long as somebody keeps it.
template <class T> std::shared_ptr<T> of_launch(std::uint64_t launch) {
  static std::mutex mutex;
  static auto *const all = new std::map<std::uint64_t, std::weak_ptr<T>>;
  const std::lock_guard lock(mutex);
  std::erase_if(*all, [](const auto &row) { return row.second.expired(); });
  std::shared_ptr<T> object = (*all)[launch].lock();
  if (!object) {
    object = std::make_shared<T>();
    (*all)[launch] = object;
  }
  return object;
}

} // namespace kcc::cpu::check

#endif
