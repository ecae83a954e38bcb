// Modules, functions, variables and launches. A module is a code object, or a text that names the kernels and
// variables: ".entry add() .global scale".
#include "objects.h"

#include <cstring>
#include <elf.h>

using namespace fake_hip;

namespace {

std::string bytes_of(const void *image) {
  const char *const bytes = static_cast<const char *>(image);
  if (std::memcmp(bytes, ELFMAG, SELFMAG) != 0)
    return bytes;
  Elf64_Ehdr header;
  std::memcpy(&header, bytes, sizeof header); // the section headers are the file's end
  return std::string(bytes, header.e_shoff + header.e_shnum * sizeof(Elf64_Shdr));
}

/// A code object has the symbol of a kernel's descriptor.
bool has_kernel(const std::string &bytes, const std::string &entry) {
  return bytes.find(".entry " + entry + "()") != std::string::npos ||
         bytes.find('\0' + entry + ".kd" + '\0') != std::string::npos;
}

bool has_variable(const std::string &bytes, const std::string &symbol) {
  return bytes.find(".global " + symbol) != std::string::npos ||
         bytes.find('\0' + symbol + '\0') != std::string::npos;
}

} // namespace

extern "C" {

Result hipModuleLoadData(ModuleRef *module, const void *image) {
  KCC_FAKE_ON_DEVICE("hipModuleLoadData");
  *module = new ModuleObject{bytes_of(image), {}, {}};
  state().modules.insert(*module);
  return success;
}
Result hipModuleUnload(ModuleRef module) {
  KCC_FAKE("hipModuleUnload");
  state().modules.erase(module);
  delete module;
  return success;
}
Result hipModuleGetFunction(FunctionRef *function, ModuleRef module, const char *entry) {
  KCC_FAKE_ON_DEVICE("hipModuleGetFunction");
  if (!has_kernel(module->bytes, entry))
    return returned(error_not_found);
  auto &found = module->functions[entry];
  if (!found)
    found = std::make_unique<FunctionObject>(FunctionObject{entry});
  *function = found.get();
  return success;
}
Result hipModuleGetGlobal(void **address, std::size_t *bytes, ModuleRef module, const char *symbol) {
  KCC_FAKE_ON_DEVICE("hipModuleGetGlobal");
  if (!has_variable(module->bytes, symbol))
    return returned(error_not_found);
  auto &variable = module->variables[symbol];
  state().variables[symbol] = variable.data();
  *address = variable.data();
  *bytes = variable.size();
  return success;
}
Result hipFuncGetAttribute(int *value, FunctionAttribute attribute, FunctionRef) {
  KCC_FAKE_ON_DEVICE("hipFuncGetAttribute");
  switch (attribute) {
  case function_max_threads:
    *value = state().max_threads_per_block;
    break;
  case function_static_shared_bytes:
    *value = 0;
    break;
  default:
    *value = 10 * static_cast<int>(attribute); // so that a test can tell them apart
  }
  return success;
}
Result hipModuleLaunchKernel(FunctionRef function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                             unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                             StreamRef stream, void **parameters, void **extra) {
  KCC_FAKE_ON_DEVICE("hipModuleLaunchKernel");
  if (parameters || !extra || extra[0] != launch_buffer || extra[2] != launch_buffer_bytes ||
      extra[4] != launch_end)
    return returned(error_invalid_value);
  const auto *const bytes = static_cast<const std::byte *>(extra[1]);
  const fake_hip::Launch launch{function->entry,
                                {grid_x, grid_y, grid_z},
                                {block_x, block_y, block_z},
                                shared,
                                stream,
                                {bytes, bytes + *static_cast<const std::size_t *>(extra[3])}};
  state().launches.push_back(launch);
  return returned(give(stream, {[launch] {
                                  const auto kernel = state().kernels.find(launch.entry);
                                  return kernel == state().kernels.end() ? 0 : kernel->second(launch);
                                },
                                {},
                                {}}));
}
/// As many blocks as share 64 KiB of memory and 2048 threads.
Result hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int *count, FunctionRef, int threads,
                                                          std::size_t shared_bytes) {
  KCC_FAKE_ON_DEVICE("hipModuleOccupancyMaxActiveBlocksPerMultiprocessor");
  const std::size_t by_memory = shared_bytes == 0 ? 2048 : 65536 / shared_bytes;
  *count = static_cast<int>(std::min<std::size_t>(by_memory, 2048u / static_cast<unsigned>(threads)));
  return success;
}

} // extern "C"
