// Opens shared libraries at run time and looks up their functions: the CUDA driver's, cuBLAS's and so on.
#ifndef KCC_RUNTIME_CORE_SHARED_LIBRARY_H
#define KCC_RUNTIME_CORE_SHARED_LIBRARY_H

#include <string>

namespace kcc::core {

/// A function of a shared library, with its name for messages. A call costs what a call through a pointer
/// costs.
template <class Signature> struct ImportedFunction;
template <class R, class... P> struct ImportedFunction<R(P...)> {
  R (*function)(P...) = nullptr;
  const char *name = nullptr;
  R operator()(P... arguments) const { return function(arguments...); }
};

/// The result of opening a library. It stays loaded until the process ends, because static objects may still
/// use what it made.
struct SharedLibrary {
  void *handle = nullptr;
  std::string problem; ///< the dynamic linker's words if `handle` is null
};

/// \p name is a path, or a name for which the dynamic linker searches. The library's symbols stay its own.
SharedLibrary open_shared_library(const std::string &name);

/// The file that a handle refers to; empty if the dynamic linker does not say.
std::string path_of(void *handle);

/// The address of a symbol, or null.
void *find_symbol(void *handle, const char *symbol);

/// Fills in a table of functions and notes which ones the library lacks.
class FunctionFinder {
public:
  explicit FunctionFinder(void *handle) : handle_(handle) {}

  template <class R, class... P>
  void find(ImportedFunction<R(P...)> &imported, const char *name, const char *symbol, bool required = true) {
    imported.name = name;
    imported.function = reinterpret_cast<R (*)(P...)>(find_symbol(handle_, symbol));
    if (!imported.function && required)
      missing_ += (missing_.empty() ? "" : ", ") + std::string(symbol);
  }
  /// "cuInit, cuMemAlloc_v2"; empty if all required functions were found.
  const std::string &missing() const noexcept { return missing_; }

private:
  void *handle_;
  std::string missing_;
};

} // namespace kcc::core

#endif
