// The driver, for PTX of all compilers alike.
#ifndef COMMON_DRIVER_H
#define COMMON_DRIVER_H

#include <kcc/runtime.h>

#include <filesystem>
#include <span>
#include <string>

namespace common {

/// One compiler's code of a kernel on the GPU.
struct Code {
  void *function = nullptr; ///< CUfunction
  int registers = 0;
  int local_bytes = 0; ///< stack frame and spills of a thread
  explicit operator bool() const { return function != nullptr; }
};

/// Loaded from libcuda.so.1. Its context is the runtime's. Members throw std::runtime_error.
class Driver {
public:
  explicit Driver(int ordinal);
  /// Makes the context the calling thread's.
  void use_here() const;
  /// Compiles PTX text for the GPU; a CUmodule.
  void *load(const std::filesystem::path &ptx) const;
  /// No code if the module has no such kernel.
  Code code(void *module, const std::string &kernel) const;
  void launch(const Code &code, const kcc::LaunchConfig &config, void *stream,
              std::span<void *> arguments) const;

private:
  template <class F> F *symbol(const char *name) const;
  void check(int status, const std::string &what) const;

  void *library;
  void *context = nullptr;
  int (*get_error_string)(int, const char **);
  int (*set_context)(void *);
  int (*load_data)(void **, const void *, unsigned, int *, void **);
  int (*get_function)(void **, void *, const char *);
  int (*get_attribute)(int *, int, void *);
  int (*launch_kernel)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *,
                       void **, void **);
};

} // namespace common

#endif
