#include "targets/nvptx/HalfSubnormals.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace kcc::compiler {

std::string withHalfSubnormals(std::string Ptx) {
  static constexpr StringRef Flushed = ".ftz.f16", AssemblyBegin = "// begin inline asm",
                             AssemblyEnd = "// end inline asm";
  if (StringRef(Ptx).find(Flushed) == StringRef::npos)
    return Ptx;
  std::string Result;
  Result.reserve(Ptx.size());
  bool IsAssembly = false;
  for (StringRef Rest = Ptx; !Rest.empty();) {
    auto [Line, Following] = Rest.split('\n');
    if (Line.contains(AssemblyBegin))
      IsAssembly = true;
    if (Line.contains(AssemblyEnd))
      IsAssembly = false;
    const std::size_t At = IsAssembly ? StringRef::npos : Line.find(Flushed);
    if (At == StringRef::npos)
      Result += Line;
    else
      Result += (Line.take_front(At) + Twine(Line.drop_front(At + StringRef(".ftz").size()))).str();
    if (Line.size() != Rest.size())
      Result += '\n';
    Rest = Following;
  }
  return Result;
}

} // namespace kcc::compiler
