// PTX as text, line by line.
#ifndef KCC_TARGETS_NVPTX_PTXLINES_H
#define KCC_TARGETS_NVPTX_PTXLINES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace kcc::compiler {

/// Calls \p Each for every line of \p Ptx, with its newline. It appends what replaces the line to the result.
inline std::string rewriteLines(llvm::StringRef Ptx,
                                llvm::function_ref<void(llvm::StringRef Line, std::string &Result)> Each) {
  std::string Result;
  Result.reserve(Ptx.size() + Ptx.size() / 64);
  while (!Ptx.empty()) {
    std::size_t End = Ptx.find('\n');
    llvm::StringRef Line = End == llvm::StringRef::npos ? Ptx : Ptx.take_front(End + 1);
    Ptx = Ptx.drop_front(Line.size());
    Each(Line, Result);
  }
  return Result;
}

} // namespace kcc::compiler

#endif
