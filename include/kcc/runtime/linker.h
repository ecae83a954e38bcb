// Several pieces of GPU code, linked at run time.
#ifndef KCC_RUNTIME_LINKER_H
#define KCC_RUNTIME_LINKER_H

#include <kcc/runtime/module.h>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kcc {

namespace core {
struct LinkInput;
}

/// What links.
enum class LinkEngine {
  automatic, ///< nvJitLink if there is LTO-IR among the inputs, otherwise the driver
  driver,    ///< the CUDA driver's linker, which every driver has
  nvjitlink  ///< libnvJitLink of a CUDA toolkit (12.0 and newer), which knows LTO-IR
};

struct LinkerOptions {
  JitOptions jit =
      {}; ///< how PTX is compiled; `target` may name a GPU that is not there; `fallback` is ignored
  LinkEngine engine = LinkEngine::automatic;
  std::string name = {}; ///< of the result, for messages; empty: "linked code"
};

/// Links PTX, relocatable cubins, fatbins, object files and static libraries with GPU code (of `nvcc -dc`),
/// and LTO-IR (of `nvcc -dlto`) into one cubin. Kernels of one piece then call device functions of another.
/// Functions of kcc's PTX have internal names, so it takes part with its kernels and variables. Move-only.
/// May be used by one thread at a time.
class Linker {
public:
  /// Links for this GPU, or for LinkerOptions::jit.target. Throws Error for the CPU device.
  explicit Linker(const Device &device, LinkerOptions options = {});
  Linker(Linker &&) noexcept;
  Linker &operator=(Linker &&) noexcept;
  ~Linker();

  /// Adds an input, whose content decides what it is. Throws Error if the file cannot be read, or if it is
  /// nothing that can be linked. Returns the linker.
  Linker &add_file(const std::filesystem::path &file);
  /// The same from memory, which is copied; `name` is for messages.
  Linker &add_data(std::span<const std::byte> bytes, std::string name = {});
  Linker &add_ptx(std::string_view ptx, std::string name = {});

  /// Links and returns the cubin. Waits. Throws an Error that has the linker's log if a symbol is missing or
  /// defined twice, or if code does not compile, and if libnvJitLink is needed and there is none.
  std::vector<std::byte> complete();

  /// Links, and loads the result. The manifests of kcc's PTX among the inputs apply to it.
  Module load();

  /// What the linker said when it was last called; with JitOptions::verbose the registers of each kernel.
  const std::string &log() const noexcept { return log_; }

private:
  std::string label() const;
  Device device_;
  LinkerOptions options_;
  std::vector<core::LinkInput> inputs_;
  std::string log_;
};

/// Opens this file as nvJitLink instead of libnvJitLink.so.13 or .12. It has the same effect as the
/// environment variable KCC_NVJITLINK_LIBRARY and takes precedence over it. Call it before the first link
/// that needs the library; later it throws Error.
void use_nvjitlink_library(const std::filesystem::path &library);

} // namespace kcc

#endif
