// Operations on vectors, one element at a time.
#ifndef KCC_LOWERING_SCALARIZATION_H
#define KCC_LOWERING_SCALARIZATION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class IRBuilderBase;
class Value;
} // namespace llvm

namespace kcc::compiler {

/// Applies \p Each to every element if the first of \p Arguments is a vector, and to \p Arguments themselves
/// otherwise. Arguments that are not vectors are the same for all elements. A struct as a result becomes a
/// struct of vectors. Null if \p Each returns null.
llvm::Value *scalarize(llvm::IRBuilderBase &Builder, llvm::ArrayRef<llvm::Value *> Arguments,
                       llvm::function_ref<llvm::Value *(llvm::ArrayRef<llvm::Value *>)> Each);

} // namespace kcc::compiler

#endif
