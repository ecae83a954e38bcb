#include "nvtx.h"

#include "shared_library.h"

#include <array>
#include <cstdlib>

namespace kcc::core::nvtx {

namespace {

/// Tools write their functions where the pointers of a table point to.
template <unsigned size> struct ModuleTable {
  std::array<Function, size> functions{};
  std::array<Function *, size + 1> pointers{}; // tools expect a null pointer behind the last one

  ModuleTable() {
    for (unsigned i = 1; i < size; ++i) // the first has no function
      pointers[i] = &functions[i];
  }
};

struct Tables {
  ModuleTable<core_size> core;
  ModuleTable<cuda_size> cuda;
  ModuleTable<opencl_size> opencl;
  ModuleTable<cudart_size> cudart;
  ModuleTable<core2_size> core2;
  ModuleTable<sync_size> sync;
};

Tables &tables() {
  static Tables &tables = *new Tables; // used by static objects' destructors
  return tables;
}

int get_module_table(Module module, Function ***table, unsigned *size) {
  const auto give = [&](auto &of_module) {
    if (table)
      *table = of_module.pointers.data();
    if (size)
      *size = static_cast<unsigned>(of_module.functions.size());
    return 1;
  };
  switch (module) {
  case module_core:
    return give(tables().core);
  case module_cuda:
    return give(tables().cuda);
  case module_opencl:
    return give(tables().opencl);
  case module_cudart:
    return give(tables().cudart);
  case module_core2:
    return give(tables().core2);
  case module_sync:
    return give(tables().sync);
  }
  return 0;
}

const void *get_export_table(std::uint32_t id) {
  static const Callbacks callbacks{sizeof(Callbacks), get_module_table};
  static const VersionInfo version_info{sizeof(VersionInfo), version, 0, [](std::uint32_t) {}};
  switch (id) {
  case table_callbacks:
    return &callbacks;
  case table_version:
    return &version_info;
  default:
    return nullptr;
  }
}

struct Ranges {
  int (*push)(const char *) = nullptr;
  int (*pop)() = nullptr;
};

Ranges attach() {
  const char *const library = std::getenv("NVTX_INJECTION64_PATH");
  if (!library || !*library)
    return {};
  const SharedLibrary opened = open_shared_library(library);
  if (!opened.handle)
    return {}; // as NVIDIA's headers do
  const auto initialize =
      reinterpret_cast<InitializeInjection>(find_symbol(opened.handle, initialize_injection_symbol));
  if (!initialize || initialize(get_export_table) == 0)
    return {};
  const auto &functions = tables().core.functions;
  if (!functions[core_range_push] || !functions[core_range_pop])
    return {};
  return {reinterpret_cast<int (*)(const char *)>(functions[core_range_push]),
          reinterpret_cast<int (*)()>(functions[core_range_pop])};
}

const Ranges &ranges() {
  static const Ranges ranges = attach();
  return ranges;
}

} // namespace

bool push(const char *name) noexcept {
  if (!ranges().push)
    return false;
  ranges().push(name);
  return true;
}

void pop() noexcept {
  ranges().pop();
}

} // namespace kcc::core::nvtx
