// The part of the C and C++ libraries that kernels can call: bodies that kcc carries as bitcode
// (devicelib/libc).
#ifndef KCC_LOWERING_LIBC_H
#define KCC_LOWERING_LIBC_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
}

namespace kcc::compiler {

/// True if kernels can call the library function \p Name.
bool isLibcFunction(llvm::StringRef Name);

/// Gives what \p M calls of the library a body. \p IsHost: the code is for the CPU device, which has the
/// host's own functions, but for those that allocate: kernels have a heap of their own.
void linkLibc(llvm::Module &M, bool IsHost);

} // namespace kcc::compiler

#endif
