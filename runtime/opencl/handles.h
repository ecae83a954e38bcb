// What the core's opaque handles are on OpenCL.
#ifndef KCC_RUNTIME_OPENCL_HANDLES_H
#define KCC_RUNTIME_OPENCL_HANDLES_H

#include "../core/backend.h"
#include "../spirv/loaded_modules.h"
#include "stream.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace kcc::opencl {

struct ModuleData;

struct FunctionData {
  ModuleData &module;
  const std::string entry;
  const bool needs_warps, has_pushed_parameters;
  KernelRef kernel = nullptr;
  std::uint32_t max_threads = 0;  ///< per block
  std::mutex mutex;               ///< guards the kernel's arguments, and what follows
  std::uint64_t known_memory = 0; ///< Allocations::Held::version() when the kernel was told what it may reach

  FunctionData(ModuleData &of, std::string name, bool with_warps, bool with_pushed_parameters)
      : module(of), entry(std::move(name)), needs_warps(with_warps),
        has_pushed_parameters(with_pushed_parameters) {}
};

struct ModuleData {
  Context &context;
  ProgramRef program = nullptr;
  std::string log;           ///< of the driver's compiler
  void *variables = nullptr; ///< of the device
  spirv::Symbols symbols;
  std::map<std::string, FunctionData, std::less<>> functions; // all entries; addresses are stable

  explicit ModuleData(Context &of) : context(of) {}
};

inline ModuleData &data(core::ModuleHandle *handle) {
  return *reinterpret_cast<ModuleData *>(handle);
}
inline FunctionData &data(core::FunctionHandle *handle) {
  return *reinterpret_cast<FunctionData *>(handle);
}

} // namespace kcc::opencl

#endif
