// Libraries of device functions that the tool carries as LLVM bitcode.
#ifndef KCC_LOWERING_EMBEDDEDLIBRARY_H
#define KCC_LOWERING_EMBEDDEDLIBRARY_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
}

namespace kcc::compiler {

/// Links into \p M the functions of the library \p Bitcode that \p M declares, and what they need. Only these
/// are read. They get internal linkage and the processor that the functions of \p M are for; variables keep
/// their linkage.
void linkNeeded(llvm::Module &M, llvm::StringRef Bitcode);

} // namespace kcc::compiler

#endif
