// Finds and opens NVIDIA's libraries, and turns their status codes into errors.
#ifndef KCC_LIBRARIES_COMMON_LIBRARY_H
#define KCC_LIBRARIES_COMMON_LIBRARY_H

#include "core/shared_library.h"

#include <kcc/libraries.h>
#include <kcc/runtime/error.h>

#include <span>
#include <string>

namespace kcc::libraries {

/// A status code that the library's functions can return.
struct StatusRow {
  int status;
  const char *name; ///< "CUBLAS_STATUS_NOT_INITIALIZED"
  const char *text; ///< what it means
  const char *hint; ///< one or more sentences without the final full stop, or empty
  ErrorCategory category;
};

/// A version of the library's file name.
struct LibraryVersion {
  int number;     ///< of `libcublas.so.13`
  int cuda_major; ///< the driver's CUDA version that it needs at least; 0: any
};

struct LibraryDescription {
  Library library;
  const char *title; ///< "cuBLAS"
  const char *file;  ///< "libcublas.so"
  std::span<const LibraryVersion> versions;
  const char *enumerator; ///< "cublas"
  const char *variable;   ///< the environment variable with the file
  const char *install;    ///< what to install, a sentence without the final full stop
  std::span<const StatusRow> statuses;
};

const LibraryDescription &describe(Library library);

/// Opens the library at the first call. Throws Error if there is none.
void *open(Library library);

/// Throws an Error for a library that lacks functions, which `finder` looked for; else does nothing.
void require_complete(Library library, const core::FunctionFinder &finder);

/// The error of a call that returned a status other than success, which is 0 in all of these libraries. \p
/// more is the library's own text; it may be null or empty.
Error status_error(Library library, int status, const char *call, std::string operation,
                   const char *more = nullptr);

/// Fills in the table of the library's functions. `Api::find_all` calls the finder for each.
template <class Api> Api load(Library library) {
  core::FunctionFinder finder(open(library));
  Api api{};
  api.find_all(finder);
  require_complete(library, finder);
  return api;
}

} // namespace kcc::libraries

#endif
