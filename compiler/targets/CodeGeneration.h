// The optimiser and the code generator, alike for every target.
#ifndef KCC_TARGETS_CODEGENERATION_H
#define KCC_TARGETS_CODEGENERATION_H

#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace kcc::compiler {

/// A code generator of LLVM; the back end must have been registered.
std::unique_ptr<llvm::TargetMachine> createMachine(llvm::StringRef Triple, llvm::StringRef Cpu,
                                                   llvm::StringRef Features, unsigned OptLevel);

/// LLVM's standard pipeline for \p OptLevel 0 to 3, with what the target adds to it.
void optimize(llvm::Module &M, llvm::TargetMachine &Machine, unsigned OptLevel);

enum class CodeKind { Assembly, Object };

/// The code for \p M as text or as an object file.
std::string generateCode(llvm::Module &M, llvm::TargetMachine &Machine, CodeKind Kind);

} // namespace kcc::compiler

#endif
