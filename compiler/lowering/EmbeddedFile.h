// Reads the files that the build puts into the tool (cmake/EmbedFile.cmake).
#ifndef KCC_LOWERING_EMBEDDEDFILE_H
#define KCC_LOWERING_EMBEDDEDFILE_H

#include "llvm/ADT/StringRef.h"
#include <cstddef>

/// Defines the function `llvm::StringRef Name()`, which returns the content of the file embedded under this
/// name. To be used in the global namespace.
#define KCC_EMBEDDED(Name)                                                                                   \
  extern "C" const char Name##_begin[], Name##_end[];                                                        \
  static llvm::StringRef Name() {                                                                            \
    return {Name##_begin, static_cast<std::size_t>(Name##_end - Name##_begin)};                              \
  }

#endif
