// Libraries of device functions that the tool carries as LLVM bitcode.
#ifndef KCC_LOWERING_EMBEDDEDLIBRARY_H
#define KCC_LOWERING_EMBEDDEDLIBRARY_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace kcc::compiler {

/// Links into \p M the functions of the library \p Bitcode that \p M declares, and what they need. Only these
/// are read. They get internal linkage and the processor that the functions of \p M are for; variables keep
/// their linkage.
///
/// \p Rename is called for each function of the library, before \p M's declarations are looked up. \p Finish
/// is called for each function that was linked.
void linkNeeded(llvm::Module &M, llvm::StringRef Bitcode,
                llvm::function_ref<void(llvm::Function &)> Rename = nullptr,
                llvm::function_ref<void(llvm::Function &)> Finish = nullptr);

} // namespace kcc::compiler

#endif
