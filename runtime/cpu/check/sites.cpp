#include "sites.h"

#include <deque>
#include <mutex>

namespace kcc::cpu::check {

namespace {

struct Sites {
  std::mutex mutex;
  std::deque<NumberedSite> rows{{{}, "access", 0, abi::scope_system, false, false, false, false, false}};
};

Sites &sites() {
  static auto *const all = new Sites;
  return *all;
}

constexpr std::size_t most_sites = 1 << 15;

} // namespace

std::string text_of(const abi::CheckSite &site, std::uint64_t bytes) {
  if ((site.flags & abi::site_async_copy) != 0) {
    const std::string write = text_of(site.kind, bytes);
    return "asynchronous copy" + write.substr(write.find(" of size"));
  }
  if ((site.flags & abi::site_volatile) == 0)
    return text_of(site.kind, bytes);
  const auto kind = is_write(site) ? abi::AccessKind::write : abi::AccessKind::read;
  return "volatile " + text_of(kind, bytes);
}

std::uint32_t give_number(const abi::CheckSite &site) {
  const std::atomic_ref<std::uint32_t> number(site.number);
  const std::lock_guard lock(sites().mutex);
  if (const std::uint32_t known = number.load(std::memory_order_relaxed))
    return known;
  if (sites().rows.size() >= most_sites)
    return 0;
  sites().rows.push_back({kcc::check::places_of(site.place), text_of(site, site.bytes), site.bytes,
                          site.scope, is_atomic(site), is_update(site),
                          (site.flags & abi::site_keeps_bits) != 0, (site.flags & abi::site_volatile) != 0,
                          (site.flags & abi::site_async_copy) != 0});
  const auto given = static_cast<std::uint32_t>(sites().rows.size() - 1);
  number.store(given, std::memory_order_relaxed);
  return given;
}

const NumberedSite &numbered_site(std::uint32_t number) {
  const std::lock_guard lock(sites().mutex);
  return sites().rows[number];
}

} // namespace kcc::cpu::check
