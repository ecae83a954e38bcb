#include "frontend/PreambleCache.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/MemoryBuffer.h"

namespace kcc::compiler {
Preamble Preamble::find(const ParseJob &, const clang::CompilerInvocation &, const llvm::MemoryBuffer &, llvm::vfs::FileSystem &) { return {}; }
void Preamble::apply(clang::PreprocessorOptions &) const {}
}
