#ifndef KCC_DRIVER_COMMANDLINE_H
#define KCC_DRIVER_COMMANDLINE_H

#include "driver/Request.h"
#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class raw_ostream;
}

namespace kcc::compiler {

/// The result of parsing a command line: a request, or an exit status because --help or --version was
/// answered or an option was wrong (then a message was written).
struct CommandLine {
  Request R;
  bool Done = false;
  int Status = 0;
};

CommandLine parseCommandLine(llvm::ArrayRef<const char *> Arguments, llvm::raw_ostream &Out,
                             llvm::raw_ostream &Errors);

} // namespace kcc::compiler

#endif
