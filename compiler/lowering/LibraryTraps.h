// What the C++ library does where a program cannot go on becomes a trap.
#ifndef KCC_LOWERING_LIBRARYTRAPS_H
#define KCC_LOWERING_LIBRARYTRAPS_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
} // namespace llvm

namespace kcc::compiler {

/// True for the functions whose only meaning is "the program ends here": `abort`, `std::__throw_*`, ….
bool endsProgram(llvm::StringRef Name);

/// Gives the functions by which a C++ library reports errors (`std::__throw_*`, `abort`, …) a body that
/// traps. A kernel ends there and the host gets an error, as a program would have ended there.
void defineLibraryTraps(llvm::Module &M);

} // namespace kcc::compiler

#endif
