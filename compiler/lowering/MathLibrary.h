// The bitcode of the math library, which the tool carries: made at kcc's build by devicelib/builder.
#ifndef KCC_LOWERING_MATHLIBRARY_H
#define KCC_LOWERING_MATHLIBRARY_H

#include "llvm/ADT/StringRef.h"

namespace kcc::compiler {

llvm::StringRef mathLibrary();

} // namespace kcc::compiler

#endif
