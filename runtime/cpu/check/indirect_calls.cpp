// Calls by addresses that the host has made: its functions have no code on a GPU.
#include "block_checks.h"

#include "../engine/block.h"
#include "modules.h"

#include <cstdlib>
#include <cxxabi.h>
#include <dlfcn.h>

namespace kcc::cpu::check {

namespace {

/// ", `Circle::area() const` of the host", if the symbol is known.
std::string symbol_of(const void *address) {
  Dl_info found;
  if (dladdr(address, &found) == 0 || !found.dli_sname || found.dli_saddr != address)
    return "";
  int status = 0;
  char *const readable = __cxxabiv1::__cxa_demangle(found.dli_sname, nullptr, nullptr, &status);
  const std::string name = readable ? readable : found.dli_sname;
  std::free(readable);
  return ", `" + name + "` of the host";
}

/// Whether a call there traps, which says more.
bool is_null(const void *address) {
  return reinterpret_cast<std::uintptr_t>(address) < 65536;
}

} // namespace

void BlockChecks::add_functions(const void *const *functions, std::size_t count) {
  if (functions_ != functions)
    check::add_functions({functions, count});
  functions_ = functions;
}

void BlockChecks::callee(const void *function, const abi::CheckSite &site) {
  if ((active_ & abi::check_host) == 0 || is_null(function))
    return;
  const void *&known =
      known_callees_[reinterpret_cast<std::uintptr_t>(function) / 16 % known_callees_.size()];
  if (known == function)
    return;
  if (!is_device_function(function))
    fail_call(site, "host-function", "Call of a function that no kernel can call",
              "Address " + hexadecimal(function) + symbol_of(function) +
                  ", is of no function whose address the kernels' code makes");
  known = function;
}

void BlockChecks::class_table(const void *table, const abi::CheckSite &site) {
  if ((active_ & abi::check_host) == 0 || is_null(table) || is_local(table) || object_at(table))
    return;
  fail_call(site, "host-object", "Virtual call of an object that no kernel has made",
            "The object's class has its table of functions at " + hexadecimal(table) +
                ", which is in no memory of the device: the host has made the object, or nobody");
}

void BlockChecks::fail_call(const abi::CheckSite &site, const char *rule, const char *title,
                            const std::string &detail) {
  const auto make = [&] {
    Finding what = finding(site.place, "host", rule, title);
    what.details.push_back(detail);
    report(what);
    return Complaint{what.title + ": " + detail + ", at " + check::text_of(what.who.places),
                     "Make the object, or take the function's address, in a kernel"};
  };
  runner_.fail([&] { return make(); });
}

} // namespace kcc::cpu::check
