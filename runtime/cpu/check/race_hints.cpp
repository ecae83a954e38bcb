#include "race_hints.h"

#include <cstddef>

namespace kcc::cpu::check {

namespace {

constexpr const char *scopes[] = {"thread", "block", "cluster", "device", "system"};

/// "atomic change at sum.cpp:12:9"
std::string name_of(const NumberedSite &site) {
  return site.what.substr(0, site.what.find(" of size")) + " at " + line_of(place_in_program(site.places));
}

} // namespace

std::string hint_of_scopes(const NumberedSite &later, const NumberedSite &earlier, std::uint8_t least) {
  std::string narrow;
  const auto add = [&](const NumberedSite &site) {
    if (site.scope >= least || site.places.empty())
      return;
    const std::string text = name_of(site) + " has scope `" + scopes[site.scope] + "`, ";
    if (narrow.empty())
      narrow = "The " + text;
    else if (narrow != "The " + text)
      narrow += "the " + text;
  };
  add(later);
  add(earlier);
  if (narrow.empty())
    return "The scope of the atomic operations does not cover both threads";
  const char *const who = least <= abi::scope_block     ? "there are two threads"
                          : least == abi::scope_cluster ? "the threads are in two blocks of a cluster"
                                                        : "the threads are in different blocks";
  return narrow + "and " + who + ": `kcc::scope::" + scopes[least] + "` would cover them";
}

std::string hint_of_plain_access(const NumberedSite &plain, bool writes, const char *threads,
                                 bool needs_device_scope, const std::string &otherwise) {
  if (plain.places.empty())
    return {};
  return std::string("Only one of the accesses of the ") + threads +
         " is atomic. If they may come at any time, as those of a flag, let " +
         line_of(place_in_program(plain.places)) +
         (plain.updates ? " change it by an operation of kcc::atomic_ref"
          : writes      ? " write by kcc::atomic_ref, with release order"
                        : " read by kcc::atomic_ref, with acquire order") +
         (needs_device_scope ? " and scope device" : "") + "; otherwise, " + otherwise;
}

std::string hint_of_copy(bool is_own) {
  return is_own
             ? "The thread has to wait for its copy first, by kcc::async_wait() for the copy's group or by "
               "kcc::async_wait_all()"
             : "The thread that copies has to wait first, by kcc::async_wait() for the copy's group or by "
               "kcc::async_wait_all(), and then a barrier such as kcc::sync_threads() has to follow";
}

} // namespace kcc::cpu::check
