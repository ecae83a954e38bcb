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
  std::set<const void *> tables; ///< of functions
  std::unordered_set<const void *> functions;
};

Modules &modules() {
  static auto *const all = new Modules;
  return *all;
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
    return true;
  });
  std::erase_if(modules().tables, [&](const void *table) { return file_of(table) == file; });
  std::erase_if(modules().functions, [&](const void *function) { return file_of(function) == file; });
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
}

void add_functions(std::span<const void *const> functions) {
  const std::lock_guard lock(modules().mutex);
  if (modules().tables.insert(functions.data()).second)
    modules().functions.insert(functions.begin(), functions.end());
}

bool is_device_function(const void *function) {
  const std::lock_guard lock(modules().mutex);
  return modules().functions.contains(function);
}

} // namespace kcc::cpu::check
