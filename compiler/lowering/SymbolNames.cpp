#include "lowering/SymbolNames.h"
#include "kcc/abi/print_ring.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {

/// Whether \p Name is \p Prefix followed by a number, like "param12".
static bool isNumbered(StringRef Name, StringRef Prefix) {
  return Name.consume_front(Prefix) && !Name.empty() && all_of(Name, isDigit);
}

/// Names that have another meaning in PTX code.
static bool isTaken(StringRef Name) {
  // PTX ISA, "Identifiers" and "Predefined Constants".
  if (Name == "$" || Name == "_" || Name == "WARP_SZ")
    return true;
  // What the CUDA driver links with every module. The code that kcc makes refers to the first two.
  if (is_contained({"malloc", "free", "vprintf", "__assertfail"}, Name))
    return true;
  // LLVM's NVPTX back end uses these for parameters, results, the stack and labels; they would shadow
  // variables of the module.
  for (StringRef Prefix : {"param", "retval", "func_retval", "prototype_", "__local_depot"})
    if (isNumbered(Name, Prefix))
      return true;
  auto [Function, Number] = Name.rsplit("_param_");
  if (!Number.empty() && all_of(Number, isDigit))
    return true;
  return Name.starts_with("$L_") || Name == abi::print_variable || Name.starts_with("kcc_check_") ||
         Name.starts_with("kcc_cpu_");
}

std::string validSymbolName(StringRef Symbol) {
  std::string Name;
  auto Escape = [&](char C) { Name += "$x" + toHex(StringRef(&C, 1), /*LowerCase=*/true); };
  for (std::size_t I = 0; I != Symbol.size(); ++I) {
    char C = Symbol[I];
    bool IsFirst = I == 0;
    // Text that looks like an escape is escaped too, so that no two symbols get the same name.
    bool IsValid = isAlpha(C) || C == '_' || (isDigit(C) && !IsFirst) ||
                   (C == '$' && !Symbol.substr(I + 1).starts_with("x"));
    if (IsValid && !(IsFirst && isTaken(Symbol)))
      Name += C;
    else
      Escape(C);
  }
  return Name;
}

void makeSymbolNamesValid(Module &M, ArrayRef<Function *> Kernels) {
  for (GlobalValue &Symbol : M.global_values())
    if ((Symbol.hasLocalLinkage() || is_contained(Kernels, &Symbol)) && Symbol.hasName() &&
        !Symbol.getName().starts_with("llvm."))
      if (std::string Name = validSymbolName(Symbol.getName()); Name != Symbol.getName())
        Symbol.setName(Name);
}

std::string sourceName(StringRef Symbol) {
  std::string Demangled = demangle(Symbol);
  StringRef Enclosing = Symbol;
  if (Demangled != Symbol || !Enclosing.consume_front("_ZZ"))
    return Demangled;
  const std::size_t End = std::min(Enclosing.find("ENK3$_"), Enclosing.find("EN3$_"));
  if (End == StringRef::npos)
    return Demangled;
  return demangle(("_Z" + Enclosing.take_front(End)).str()) + "::(lambda)";
}

} // namespace kcc::compiler
