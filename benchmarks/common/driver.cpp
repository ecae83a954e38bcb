#include "driver.h"

#include <dlfcn.h>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace common {

template <class F> F *Driver::symbol(const char *name) const {
  void *address = dlsym(library, name);
  if (!address)
    throw std::runtime_error(dlerror());
  return reinterpret_cast<F *>(address);
}

void Driver::check(int status, const std::string &what) const {
  if (status == 0)
    return;
  const char *text = nullptr;
  get_error_string(status, &text);
  throw std::runtime_error(what + ": " + (text ? text : std::to_string(status)));
}

Driver::Driver(int ordinal) : library(dlopen("libcuda.so.1", RTLD_NOW)) {
  if (!library)
    throw std::runtime_error(dlerror());
  get_error_string = symbol<int(int, const char **)>("cuGetErrorString");
  set_context = symbol<int(void *)>("cuCtxSetCurrent");
  load_data = symbol<int(void **, const void *, unsigned, int *, void **)>("cuModuleLoadDataEx");
  get_function = symbol<int(void **, void *, const char *)>("cuModuleGetFunction");
  get_attribute = symbol<int(int *, int, void *)>("cuFuncGetAttribute");
  launch_kernel = symbol<int(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                             void *, void **, void **)>("cuLaunchKernel");
  check(symbol<int(void **, int)>("cuDevicePrimaryCtxRetain")(&context, ordinal), "cuDevicePrimaryCtxRetain");
  use_here();
}

void Driver::use_here() const {
  check(set_context(context), "cuCtxSetCurrent");
}

void *Driver::load(const std::filesystem::path &ptx) const {
  std::ifstream file(ptx, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file)
    throw std::runtime_error("cannot read " + ptx.string());
  void *module = nullptr;
  check(load_data(&module, text.c_str(), 0, nullptr, nullptr), "loading " + ptx.string());
  return module;
}

Code Driver::code(void *module, const std::string &kernel) const {
  constexpr int not_found = 500, attribute_local_bytes = 3, attribute_registers = 4;
  Code code;
  const int status = get_function(&code.function, module, kernel.c_str());
  if (status == not_found)
    return {};
  check(status, "kernel " + kernel);
  check(get_attribute(&code.registers, attribute_registers, code.function), "cuFuncGetAttribute");
  check(get_attribute(&code.local_bytes, attribute_local_bytes, code.function), "cuFuncGetAttribute");
  return code;
}

void Driver::launch(const Code &code, const kcc::LaunchConfig &config, void *stream,
                    std::span<void *> arguments) const {
  const kcc::Dim3 grid = config.grid, block = config.block;
  check(launch_kernel(code.function, grid.x, grid.y, grid.z, block.x, block.y, block.z, 0, stream,
                      arguments.data(), nullptr),
        "cuLaunchKernel");
}

} // namespace common
