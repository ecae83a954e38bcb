#include "targets/nvptx/SignedByteLoads.h"
#include "targets/nvptx/PtxLines.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace llvm;

namespace kcc::compiler {

std::string withoutSignedByteLoads(std::string Ptx) {
  static constexpr StringRef Type = ".s8";
  if (StringRef(Ptx).find("ld.param") == StringRef::npos || StringRef(Ptx).find(Type) == StringRef::npos)
    return Ptx;
  return rewriteLines(Ptx, [](StringRef Line, std::string &Result) {
    auto [Operation, Operands] = Line.ltrim().split(' ');
    if (!Operation.starts_with("ld.param") || !Operation.consume_back(Type)) {
      Result += Line;
      return;
    }
    Result += ("\t" + Operation + ".b8 " + Operands).str();
    // One register, or a vector of them in braces, before the address.
    StringRef Registers = Operands.substr(0, Operands.find('['));
    while (Registers.contains('%')) {
      Registers = Registers.drop_front(Registers.find('%'));
      StringRef Register = Registers.take_while([](char C) { return C == '%' || isAlnum(C); });
      // %rs0, %r0, %rd0
      StringRef Width = Register.starts_with("%rs") ? "16" : Register.starts_with("%rd") ? "64" : "32";
      Result += ("\tcvt.s" + Width + ".s8 \t" + Register + ", " + Register + ";\n").str();
      Registers = Registers.drop_front(Register.size());
    }
  });
}

} // namespace kcc::compiler
