#include "targets/nvptx/HalfSubnormals.h"
#include "targets/nvptx/PtxLines.h"

using namespace llvm;

namespace kcc::compiler {

std::string withHalfSubnormals(std::string Ptx) {
  static constexpr StringRef Mode = ".ftz", Flushed = ".ftz.f16";
  if (StringRef(Ptx).find(Flushed) == StringRef::npos)
    return Ptx;
  bool IsAssembly = false; // of the source
  return rewriteLines(Ptx, [&](StringRef Line, std::string &Result) {
    if (Line.contains("// begin inline asm"))
      IsAssembly = true;
    if (Line.contains("// end inline asm"))
      IsAssembly = false;
    const std::size_t At = IsAssembly ? StringRef::npos : Line.find(Flushed);
    Result += Line.take_front(At);
    if (At != StringRef::npos)
      Result += Line.drop_front(At + Mode.size());
  });
}

} // namespace kcc::compiler
