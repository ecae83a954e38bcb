// What kernels tell the host: printf and similar functions, and why a kernel ended. They become calls of the
// four functions __kcc_print_begin, _put, _end and _stop, which each target implements
// (include/kcc/device/send_record.h).
#ifndef KCC_LOWERING_PRINTING_H
#define KCC_LOWERING_PRINTING_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class CallBase;
class Module;
} // namespace llvm

namespace kcc::compiler {

/// True for C's printing functions, which kcc implements, and for the functions that they become.
bool isPrintFunction(llvm::StringRef Name);

/// Removes the bodies that system headers define for C's printing functions.
void dropHostPrinting(llvm::Module &M);

/// What can be wrong with a call of printf.
enum class PrintfProblem { None, UnknownFormat, Writes, ArgumentList };
PrintfProblem printfProblem(const llvm::CallBase &Call);

/// Replaces calls of C's printing functions, calls of the functions with which a C++ library reports errors,
/// and traps. What they become needs linkLibc().
void lowerPrinting(llvm::Module &M);

} // namespace kcc::compiler

#endif
