// Kernels that are loaded explicitly: from PTX, a cubin or a fatbin in a file or in memory, or from an
// embedded image.
#ifndef KCC_RUNTIME_MODULE_H
#define KCC_RUNTIME_MODULE_H

#include <kcc/abi/image.h>
#include <kcc/runtime/device.h>
#include <kcc/runtime/global.h>
#include <kcc/runtime/kernel.h>
#include <kcc/runtime/layout.h>
#include <kcc/runtime/module_options.h>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kcc {

/// A kernel of a module, whose parameters are known at run time from the manifest. Copyable; it keeps the
/// module's code loaded. May be used from any thread.
class ModuleKernel {
public:
  const std::string &name() const noexcept;  ///< qualified C++ name; the entry if there is no manifest
  const std::string &entry() const noexcept; ///< symbol in the PTX

private:
  friend class Module;
  friend class Stream;
  friend struct detail::KernelAccess;
  ModuleKernel(std::shared_ptr<core::LoadedModule> module, core::LoadedKernel &kernel) noexcept
      : module_(std::move(module)), kernel_(&kernel) {}
  std::shared_ptr<core::LoadedModule> module_;
  core::LoadedKernel *kernel_;
};

/// Code loaded onto one device. Move-only. The code stays loaded as long as there is the module, a
/// ModuleKernel or ModuleGlobal of it, or a stream with unfinished launches of it; the next call that waits
/// for the device or loads a module then unloads it. The const member functions may be called from any
/// thread.
///
/// A PTX file made by kcc contains a manifest, against which names, numbers, types and layouts of the
/// arguments are checked. PTX without a manifest, cubins and fatbins can be launched too: their kernels are
/// found by entry name, and the number and sizes of the parameters are read from the PTX, or asked of the
/// driver (CUDA 12.4 and newer). Types (say f32 instead of u32) are then not checked, nor whether a parameter
/// is written through. ModuleOptions can give such code its manifest.
///
/// The CPU device loads module files (kcc --emit=so), Vulkan and OpenCL devices SPIR-V, HIP devices code
/// objects; all contain a manifest. Each module has variables of its own.
class Module {
public:
  /// Loads PTX, a cubin, a fatbin, SPIR-V or a module file, which the content tells apart, onto
  /// Device::pick() or the given device. Waits for the driver to compile PTX. Throws Error if the file cannot
  /// be read, if the driver rejects it (log() then has the messages of its compiler), or if it is code for
  /// another kind of device.
  static Module load_file(const std::filesystem::path &file);
  static Module load_file(const Device &device, const std::filesystem::path &file,
                          const ModuleOptions &options = {});

  /// The same from memory, which is not needed after the call.
  static Module load_data(const Device &device, std::span<const std::byte> bytes,
                          const ModuleOptions &options = {});

  /// The same for PTX text.
  static Module load_ptx(const Device &device, std::string_view ptx, const ModuleOptions &options = {});

  /// Loads a separate copy of an image, independent of the one that typed launches share. Throws Error if the
  /// image has another version or no code for the device.
  static Module load(const Device &device, const abi::Image &image);

  /// A module of other code (a CUmodule), to launch its kernels and to reach its variables. It stays the
  /// property of that code, which unloads it after this object, its kernels and their launches are gone. Its
  /// kernels are taken from `options.manifest`, or asked of the driver (CUDA 12.4 and newer); other options
  /// are ignored. What kernels print by kcc::print is lost. Throws Error if it is null, and for the CPU
  /// device (not_supported).
  static Module adopt(const Device &device, void *native, ModuleOptions options = {});

  Module(Module &&) noexcept = default;
  Module &operator=(Module &&) noexcept;
  ~Module(); ///< waits for the device if this unloads the code

  /// Returns the kernel with this qualified name or entry. If there is none, throws an Error that lists the
  /// kernels.
  ModuleKernel kernel(std::string_view name_or_entry) const;

  /// Returns the typed kernel, taken from this module instead of its image. Throws Error if the module has no
  /// such kernel or if its parameters differ.
  template <class... P> BoundKernel<P...> kernel(const Kernel<P...> &typed) const {
    return {typed, module_, find_kernel(typed.entry, detail::parameter_types<P...>, *typed.image)};
  }

  /// Returns the variable with this qualified name or symbol: `module.global<float[9]>("weights")`. Throws an
  /// Error that lists the variables if there is none, or if its type differs. For PTX without a manifest only
  /// the size is checked.
  template <class T> ModuleGlobal<T> global(std::string_view name_or_symbol) const {
    return {module_,
            find_global(name_or_symbol, detail::global_type<T>, detail::layout_function<T>(), nullptr)};
  }

  /// Returns the typed variable, taken from this module instead of its image. Throws Error if the module has
  /// no such variable or if its type differs.
  template <class T> ModuleGlobal<T> global(const Global<T> &typed) const {
    return {module_, find_global(typed.symbol, detail::global_type<T>, nullptr, typed.image)};
  }

  std::vector<std::string>
  kernel_names() const; ///< in the order of the manifest, else of the alphabet or text

  /// Does now what the first launch of each kernel would do: looks it up and puts its code onto the device.
  /// Their first launch then costs what later ones do. Throws Error like kernel().
  void load_kernels() const;

  /// What the driver's compiler said when it loaded the code, in its own words: with JitOptions::verbose the
  /// registers and spills of each kernel. Empty if it said nothing, as
  /// for a cubin or for PTX that the driver has compiled before.
  const std::string &log() const;
  const Device &device() const noexcept { return device_; }

  /// The driver's module (a CUmodule), for other libraries; null on the CPU device. The module keeps
  /// ownership. kcc::native_function() gives the handles of kernels.
  void *native_handle() const;

private:
  friend class Linker;
  friend class Stream;
  Module(const Device &device, std::shared_ptr<core::LoadedModule> module) noexcept
      : device_(device), module_(std::move(module)) {}
  core::LoadedGlobal &find_global(std::string_view name_or_symbol, const detail::ParameterType &type,
                                  detail::LayoutFunction layout, const abi::Image *image) const;
  core::LoadedKernel &find_kernel(const char *entry, const detail::ParameterTypes &types,
                                  const abi::Image &image) const;
  core::LoadedModule &code() const;
  Device device_;
  std::shared_ptr<core::LoadedModule> module_;
};

} // namespace kcc

#endif
