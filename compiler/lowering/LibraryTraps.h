// Turns the C++ library's ways to end a program into traps.
#ifndef KCC_LOWERING_LIBRARYTRAPS_H
#define KCC_LOWERING_LIBRARYTRAPS_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace kcc::compiler {

/// True for functions that only end the program: `abort`, `std::__throw_*`, ….
bool endsProgram(const llvm::Function &F);

/// True for `std::__libcpp_verbose_abort(const char *format, ...)`, with which libc++ reports failed checks.
bool isVerboseAbort(llvm::StringRef Name);

/// Gives the functions with which a C++ library reports errors (`std::__throw_*`, `abort`, …) a body that
/// traps. Where a program would end, the kernel ends and the host gets an error.
void defineLibraryTraps(llvm::Module &M);

} // namespace kcc::compiler

#endif
