#include "lowering/AssemblyRules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

enum class Class { Integer, Float, Constant };

/// The constraints of LLVM's NVPTXTargetLowering::getRegForInlineAsmConstraint, with PTX's names of the
/// registers.
struct Constraint {
  StringRef Letter;
  Class Takes;
  unsigned Bits;
  StringRef Words;
};
constexpr Constraint Constraints[] = {
    {"h", Class::Integer, 16, "16-bit integers"},
    {"r", Class::Integer, 32, "32-bit integers"},
    {"l", Class::Integer, 64, "64-bit integers and pointers"},
    {"q", Class::Integer, 128, "128-bit integers"},
    {"f", Class::Float, 32, "float"},
    {"d", Class::Float, 64, "double"},
    {"n", Class::Constant, 0, "constant integers"},
    {"i", Class::Constant, 0, "constants"},
};

std::string describe(Type *T, const DataLayout &DL) {
  if (T->isFloatTy())
    return "a float";
  if (T->isDoubleTy())
    return "a double";
  if (T->isPointerTy())
    return "a pointer";
  std::string Bits = utostr(DL.getTypeSizeInBits(T).getFixedValue());
  if (!T->isIntegerTy())
    return "a value of " + Bits + " bits";
  return (Bits == "8" ? "an " : "a ") + Bits + "-bit integer";
}

bool suits(const Constraint &C, Type *T, const Value *V, const DataLayout &DL) {
  switch (C.Takes) {
  case Class::Integer: // 16-bit floating-point numbers and 32-bit vectors use the same registers
    return DL.getTypeSizeInBits(T) == C.Bits && !T->isFloatTy() && !T->isDoubleTy();
  case Class::Float:
    return C.Bits == 32 ? T->isFloatTy() : T->isDoubleTy();
  case Class::Constant:
    return V && (C.Letter == "n" ? isa<ConstantInt>(V) : isa<Constant>(V));
  }
  llvm_unreachable("all classes are listed");
}

std::string operandProblem(StringRef Letter, Type *T, const Value *V, const DataLayout &DL) {
  auto *C = find_if(Constraints, [&](const Constraint &Row) { return Row.Letter == Letter; });
  if (C == std::end(Constraints))
    return ("has an operand with the constraint '" + Letter + "', which has no counterpart in PTX").str();
  if (suits(*C, T, V, DL))
    return "";
  return ((C->Takes == Class::Constant ? "passes a value that is not constant"
                                       : "passes " + describe(T, DL)) +
          " by the constraint '" + Letter + "', which takes " + C->Words)
      .str();
}

/// A modifier between the % and the number of an operand, which LLVM writes as "${1:w}".
std::string modifierProblem(StringRef Text) {
  while (true) {
    Text = Text.substr(Text.find("${"));
    if (Text.empty())
      return "";
    auto [Operand, Rest] = Text.split('}');
    StringRef Modifier = Operand.split(':').second;
    bool IsNumber = Operand == "${:uid"; // %=, a number that no other assembly has
    if (!Modifier.empty() && !IsNumber && !is_contained({"a", "c", "n"}, Modifier))
      return ("has the modifier '" + Modifier + "' before an operand's number, which PTX does not have")
          .str();
    Text = Rest;
  }
}

} // namespace

bool hasInstructions(const CallBase &Call) {
  return !cast<InlineAsm>(Call.getCalledOperand())->getAsmString().trim().empty();
}

std::string assemblyProblem(const CallBase &Call) {
  auto *Asm = cast<InlineAsm>(Call.getCalledOperand());
  const DataLayout &DL = Call.getModule()->getDataLayout();
  if (isa<CallBrInst>(Call))
    return "jumps to labels of the function ('asm goto'), which PTX cannot do";
  // x86 flag outputs ("=@ccz"), which LLVM's constraint parser does not know.
  if (Asm->getConstraintString().contains('@'))
    return "returns a condition code of the processor, which PTX does not have";
  unsigned Argument = 0, Result = 0;
  for (const InlineAsm::ConstraintInfo &C : Asm->ParseConstraints()) {
    if (C.Type == InlineAsm::isClobber) {
      StringRef Register = C.Codes.empty() ? StringRef() : StringRef(C.Codes.front());
      if (!is_contained({"{memory}", "{cc}"}, Register))
        return ("names the register '" + Register.trim("{}") + "', which PTX does not have").str();
      continue;
    }
    if (C.Type == InlineAsm::isLabel)
      continue;
    bool InResult = C.Type == InlineAsm::isOutput && !C.isIndirect;
    Type *T;
    const Value *V = nullptr;
    if (InResult) {
      auto *Struct = dyn_cast<StructType>(Call.getType());
      T = Struct ? Struct->getElementType(Result++) : Call.getType();
    } else {
      T = C.isIndirect ? Call.getParamElementType(Argument) : Call.getArgOperand(Argument)->getType();
      V = Call.getArgOperand(Argument++);
    }
    StringRef Letter = C.Codes.empty() ? StringRef() : StringRef(C.Codes.front());
    if (!Letter.empty() && isDigit(Letter.front()))
      continue; // tied to an output's register, whose type Clang has checked
    if (std::string Problem = operandProblem(Letter, T, V, DL); !Problem.empty())
      return Problem;
  }
  return modifierProblem(Asm->getAsmString());
}

} // namespace kcc::compiler
