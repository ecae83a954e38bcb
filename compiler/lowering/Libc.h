// The functions of the C and C++ libraries that kernels can call: kcc contains their bodies as bitcode
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

/// Adds bodies for the functions of <cstring> and <cwchar> that \p M calls on the CPU device, so that their
/// accesses can be checked. They are inlined like macros: reports say where they are called.
void linkCheckedLibc(llvm::Module &M);

/// Adds bodies for the library functions that \p M calls. If \p IsCpuDevice, the code is for the CPU device,
/// which uses the host's own functions except for those that allocate: kernels have their own heap.
void linkLibc(llvm::Module &M, bool IsCpuDevice);

} // namespace kcc::compiler

#endif
