// Loading code that is not part of the program. Backends that can do it return this from
// BackendDevice::modules().
#ifndef KCC_RUNTIME_CORE_MODULE_BACKEND_H
#define KCC_RUNTIME_CORE_MODULE_BACKEND_H

#include "backend.h"
#include "module_content.h"

#include <kcc/runtime/linker.h>
#include <kcc/runtime/module_options.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kcc::core {

/// Code on a device.
struct LoadedCode {
  ModuleHandle *module = nullptr;
  std::string log;      ///< of the driver's compiler
  std::string manifest; ///< if the code contains one that only the backend can read
};

/// A piece of code to be linked. `bytes` are followed by a NUL.
struct LinkInput {
  ContentKind kind;
  std::string bytes;
  std::string name; ///< for messages
};

struct LinkedCode {
  std::vector<std::byte> cubin;
  std::string log;
};

/// All functions may be called from any thread and throw Error.
class ModuleBackend {
public:
  /// Throws Error for kinds that the device cannot load.
  virtual LoadedCode load(const Content &, const JitOptions &, Operation) = 0;
  /// Links for the device, or for the target in the options.
  virtual LinkedCode link(std::span<const LinkInput>, const LinkerOptions &, Operation) = 0;
  /// The entries of all kernels, in any order; nothing if the driver cannot tell.
  virtual std::optional<std::vector<std::string>> entries(ModuleHandle *, Operation) = 0;
  /// Puts the kernel's code onto the device, if the driver has put that off.
  virtual void finish_loading(FunctionHandle *, Operation) = 0;
  /// The places of a kernel's parameters; nothing if the driver cannot tell.
  virtual std::optional<std::vector<ParameterPlace>> parameters(FunctionHandle *, Operation) = 0;

protected:
  ~ModuleBackend() = default;
};

} // namespace kcc::core

#endif
