// The programs that kcc calls, if it is asked for what only they can make.
#ifndef KCC_DRIVER_PROGRAMS_H
#define KCC_DRIVER_PROGRAMS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace kcc::compiler {

/// Links the object file with the bytes \p Object by \p Linker, which takes the options of cc, and returns
/// the bytes of the shared object. The error has what the linker said.
llvm::Expected<std::string> linkSharedObject(llvm::StringRef Object, llvm::StringRef Linker);

/// Assembles PTX for \p Arch by the program \p Ptxas, with further \p Options, and returns the cubin. The
/// error has what ptxas said.
llvm::Expected<std::string> assemblePtx(llvm::StringRef Ptx, llvm::StringRef Arch,
                                        llvm::ArrayRef<llvm::StringRef> Options, llvm::StringRef Ptxas);

/// Links the object file \p Object, code for AMD's GPUs, by \p Linker, which takes the options of ld.lld, and
/// returns the code object. The error has what the linker said.
llvm::Expected<std::string> linkCodeObject(llvm::StringRef Object, llvm::StringRef Linker);

} // namespace kcc::compiler

#endif
