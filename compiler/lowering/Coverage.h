// Counting how often each line runs, for gcov and llvm-cov.
#ifndef KCC_LOWERING_COVERAGE_H
#define KCC_LOWERING_COVERAGE_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
}

namespace kcc::compiler {

/// Lets all functions with line tables count, and writes the lines that belong to the counts to the file
/// \p Notes (.gcno). Functions of files whose path matches the expression \p Excluded do not count. A program
/// writes the counts at its end to the file of the same name with the extension gcda, by functions of Clang's
/// profile runtime.
void countLines(llvm::Module &M, llvm::StringRef Notes, llvm::StringRef Excluded);

} // namespace kcc::compiler

#endif
