// What the programs share that build libraries from device code, which clang has compiled to bitcode.
#ifndef KCC_DEVICELIB_BUILDER_BITCODE_H
#define KCC_DEVICELIB_BUILDER_BITCODE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Twine.h"
#include <memory>
#include <string>

namespace llvm {
class Function;
class LLVMContext;
class Module;
} // namespace llvm

namespace kcc::devicelib {

/// Ends the program.
[[noreturn]] void fail(const llvm::Twine &Text);

/// Links bitcode files to one module, without debug information and module flags.
std::unique_ptr<llvm::Module> link(llvm::LLVMContext &Context, llvm::ArrayRef<const char *> Paths);

/// Removes the processor and the options of the compilation from \p F.
void dropOptions(llvm::Function &F);

/// Runs the passes of -O2 without vectorization: scalar code serves every target.
void optimize(llvm::Module &M);

/// Fails if \p M is not valid.
std::string toBitcode(const llvm::Module &M);

void write(llvm::StringRef Bytes, const char *Path);

} // namespace kcc::devicelib

#endif
