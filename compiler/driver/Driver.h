// The tool as a function: everything that it touches is passed in, so tests can run it without a process or a
// disk.
#ifndef KCC_DRIVER_DRIVER_H
#define KCC_DRIVER_DRIVER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <string>

namespace llvm {
class raw_ostream;
}

namespace kcc::compiler {

struct Environment {
  llvm::raw_ostream &Out;
  llvm::raw_ostream &Errors;
  bool Color = false;  ///< of messages
  std::string Sysroot; ///< where the system's headers are, if not in the machine's own file system
};

/// Runs kcc with \p Arguments, the first of which is the program's name. Returns the exit status: 0, or 1
/// after an error, which was written to `Errors`. Back ends must have been registered.
int runDriver(llvm::ArrayRef<const char *> Arguments, llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
              const Environment &E);

} // namespace kcc::compiler

#endif
