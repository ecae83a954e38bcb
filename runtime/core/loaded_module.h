// Code on a device, and what is known about its kernels.
#ifndef KCC_RUNTIME_CORE_LOADED_MODULE_H
#define KCC_RUNTIME_CORE_LOADED_MODULE_H

#include "backend.h"
#include "manifest.h"
#include "module_content.h"
#include "parameter_form.h"

#include <kcc/runtime/kernel.h>
#include <kcc/runtime/layout.h>
#include <kcc/runtime/module_options.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kcc::core {

class LoadedModule;

/// A kernel of a loaded module. Complete once LoadedModule::resolve has returned it.
struct LoadedKernel {
  KernelInfo info;
  LoadedModule *module = nullptr;
  Function function{};
  std::uint32_t max_threads = 0;         ///< per block; 0: only the device's limit
  std::uint32_t static_shared_bytes = 0; ///< per block
  std::vector<ParameterPlace> places;    ///< of the parameters
  std::vector<ParameterForm> forms;      ///< of the parameters
  bool reaches_any_memory = false;       ///< Launch::reaches_any_memory
  std::atomic<bool> resolved = false;
  /// For each parameter, the class layout that it was last compared with.
  mutable std::unique_ptr<std::atomic<detail::LayoutFunction>[]> compared_layouts;

  /// "kernel `add` of module `add.cpp`"
  std::string label() const;
};

/// A variable of a loaded module. Complete once LoadedModule::resolve_global has returned it.
struct LoadedGlobal {
  GlobalInfo info;
  LoadedModule *module = nullptr;
  GlobalMemory memory{};
  bool resolved = false; ///< guarded by the module

  /// "variable `table` of module `add.cpp`"
  std::string label() const;
};

/// Owns a backend's module, and retires it at the end. All functions may be called from any thread.
class LoadedModule : public std::enable_shared_from_this<LoadedModule> {
public:
  /// Loads an image after checking that it has this runtime's version.
  static std::shared_ptr<LoadedModule> from_image(BackendDevice &device, const abi::Image &image);
  /// Loads code that is not part of the program.
  static std::shared_ptr<LoadedModule> from_content(BackendDevice &device, const Content &content,
                                                    const ModuleOptions &options, ModuleInfo info);
  /// A module of other code.
  static std::shared_ptr<LoadedModule> from_native(BackendDevice &device, NativeBackend &, void *native,
                                                   const ModuleOptions &options);
  ~LoadedModule();
  LoadedModule(const LoadedModule &) = delete;
  LoadedModule &operator=(const LoadedModule &) = delete;

  BackendDevice &device() const noexcept { return device_; }
  ModuleHandle *handle() const noexcept { return node_.front(); }
  const std::string &name() const noexcept { return name_; }
  /// "module `add.cpp`"
  std::string label() const { return "module `" + name_ + "`"; }
  const std::vector<std::unique_ptr<LoadedKernel>> &kernels() const noexcept { return kernels_; }
  const std::vector<TypeInfo> &types() const noexcept { return types_; }
  /// What the device's compiler said.
  const std::string &log() const noexcept { return log_; }
  /// Null if the module is not an embedded image.
  const abi::Image *image() const noexcept { return image_; }

  /// The kernel with this name or entry, with its function resolved. Throws an Error that lists the kernels.
  LoadedKernel &resolve(std::string_view name_or_entry);

  /// Does what the device may have put off until the first launch of a kernel that resolve() has returned.
  void finish_loading(LoadedKernel &kernel);
  /// Resolves all kernels and finishes loading them.
  void load_kernels();

  /// The variable with this name or symbol, with its address resolved. Throws an Error that lists the
  /// variables.
  LoadedGlobal &resolve_global(std::string_view name_or_symbol);

private:
  LoadedModule(BackendDevice &device, std::string name);
  void take(ModuleInfo info);
  void add_unlisted_kernels(ModuleInfo &info, ModuleBackend &backend);
  std::optional<std::vector<ParameterPlace>> places_in_code(const LoadedKernel &kernel);
  void ask_for_parameters(LoadedKernel &kernel);
  void check_parameter_sizes(const LoadedKernel &kernel);
  bool reaches_any_memory(const LoadedKernel &kernel) const;

  BackendDevice &device_;
  std::string name_;
  std::string log_;

  RetiredModules::Node node_;                          ///< the backend's module, once loaded
  std::vector<std::unique_ptr<LoadedKernel>> kernels_; // addresses are stable
  std::vector<std::unique_ptr<LoadedGlobal>> globals_; // likewise
  std::vector<TypeInfo> types_;
  const abi::Image *image_ = nullptr;
  bool is_complete_ = true;            ///< ModuleInfo::is_complete
  bool has_separate_manifest_ = false; ///< not a part of the code
  std::mutex resolving_;
};

/// What is known about code before it is loaded: from `manifest`, if it is not empty, or from PTX.
ModuleInfo module_info(const Content &content, const std::string &manifest, const std::string &label);

/// Throws Error if the manifest's parameters differ from these.
void check_parameters(const LoadedKernel &kernel, const detail::ParameterTypes &types);

/// Throws Error if the variable has another type.
void check_global(const LoadedGlobal &global, const detail::ParameterType &type);

/// Throws Error if the module and the image, with whose typed header the program was compiled, differ in the
/// layout of a type that the kernel or variable leads to.
void check_layouts(const LoadedKernel &kernel, const abi::Image &image);
void check_layouts(const LoadedGlobal &global, const abi::Image &image);
/// The same without a typed header, as far as the program's compiler knows the type.
void check_layout(const LoadedGlobal &global, detail::LayoutFunction program);

/// The module of an embedded image on a device. It is loaded once, by the first call, and never unloaded: at
/// exit the driver may already be gone, and the memory is freed with the process anyway.
LoadedModule &image_module(BackendDevice &device, const abi::Image &image);

/// The kernel of a typed launch, from its image. Fast after a thread's first call.
LoadedKernel &typed_kernel(BackendDevice &device, const abi::Image &image, const char *entry,
                           const detail::ParameterTypes &types);

} // namespace kcc::core

#endif
