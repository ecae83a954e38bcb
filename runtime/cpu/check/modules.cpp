#include "modules.h"

#include "objects.h"

#include <cstdint>
#include <dlfcn.h>
#include <mutex>
#include <set>
#include <unordered_set>

namespace kcc::cpu::check {
namespace {

struct Modules {
  std::mutex mutex;
  std::set<const abi::CheckModule *> known;
  std::unordered_multiset<const void *> functions;
};

Modules &modules() {
  static auto *const all = new Modules;
  return *all;
}

/// Code without this check has no such member.
std::uint64_t function_count(const abi::CheckModule &module) {
  return (module.checks & abi::check_host) != 0 ? module.function_count : 0;
}

} // namespace

void forget_modules(const void *in_file) {
  const auto file_of = [](const void *address) -> const void * {
    Dl_info found;
    return dladdr(address, &found) != 0 ? found.dli_fbase : nullptr;
  };
  const void *const file = file_of(in_file);
  const std::lock_guard lock(modules().mutex);
  std::erase_if(modules().known, [&](const abi::CheckModule *module) {
    if (file_of(module) != file)
      return false;
    for (std::uint32_t i = 0; i < module->global_count; ++i)
      objects().remove(module->globals[i].address);
    for (std::uint64_t i = 0; i < function_count(*module); ++i)
      if (const auto row = modules().functions.find(module->functions[i]); row != modules().functions.end())
        modules().functions.erase(row);
    return true;
  });
}

void add_module(const abi::CheckModule &module) {
  const std::lock_guard lock(modules().mutex);
  if (!modules().known.insert(&module).second)
    return;
  for (std::uint32_t i = 0; i < module.global_count; ++i) {
    const abi::CheckGlobal &row = module.globals[i];
    objects().add(row.address, row.bytes, row.is_constant != 0 ? ObjectKind::constant : ObjectKind::variable,
                  false, row.name ? row.name : "");
  }
  for (std::uint64_t i = 0; i < function_count(module); ++i)
    modules().functions.insert(module.functions[i]);
}

bool is_device_function(const void *function) {
  const std::lock_guard lock(modules().mutex);
  return modules().functions.contains(function);
}

} // namespace kcc::cpu::check
