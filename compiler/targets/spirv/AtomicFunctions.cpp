#include "targets/spirv/AtomicFunctions.h"

#include "llvm/ADT/StringRef.h"

using namespace llvm;

namespace kcc::compiler {

static StringRef nameOf(spv::Op Opcode) {
  switch (Opcode) {
  case spv::OpAtomicLoad:
    return "load";
  case spv::OpAtomicStore:
    return "store";
  case spv::OpAtomicExchange:
    return "exchange";
  case spv::OpAtomicCompareExchange:
    return "compare_exchange";
  case spv::OpAtomicIAdd:
  case spv::OpAtomicFAddEXT:
    return "add";
  case spv::OpAtomicISub:
    return "sub";
  case spv::OpAtomicAnd:
    return "and";
  case spv::OpAtomicOr:
    return "or";
  case spv::OpAtomicXor:
    return "xor";
  case spv::OpAtomicSMax:
  case spv::OpAtomicUMax:
    return "max";
  default:
    return "min";
  }
}

SpirvId AtomicFunctions::function(spv::Op Opcode, SpirvId Type, ArrayRef<std::uint32_t> Operands) {
  const ArrayRef<std::uint32_t> Facts = Operands.take_front(firstValue(Opcode)).drop_front();
  SpirvOperands Key = {Type};
  Key.insert(Key.end(), Facts.begin(), Facts.end());
  SpirvId &Id = Made[{Opcode, Key}];
  if (Id != 0)
    return Id;
  Id = Out.newId();
  Out.addName(Id, ("kcc_atomic_" + nameOf(Opcode)).str());
  const SpirvId Pointer = Out.pointerType(spv::StorageClassPhysicalStorageBuffer, Type);
  const SpirvId Result = Opcode == spv::OpAtomicStore ? Out.voidType() : Type;
  SpirvOperands Signature = {Result, Pointer};
  Signature.resize(Signature.size() + Operands.size() - firstValue(Opcode), Type);
  const SpirvId FunctionType = Out.type(spv::OpTypeFunction, Signature);
  constexpr auto Section = SpirvModule::Functions;
  Out.add(Section, spv::OpFunction, {Result, Id, 0, FunctionType});
  const SpirvId Address = Out.addResult(Section, spv::OpFunctionParameter, Pointer, {});
  Out.decorate(Address, spv::DecorationAliased);
  SpirvOperands All = {Address};
  All.insert(All.end(), Facts.begin(), Facts.end());
  for (std::size_t N = firstValue(Opcode); N != Operands.size(); ++N)
    All.push_back(Out.addResult(Section, spv::OpFunctionParameter, Type, {}));
  Out.add(Section, spv::OpLabel, {Out.newId()});
  if (Opcode == spv::OpAtomicStore) {
    Out.add(Section, Opcode, All);
    Out.add(Section, spv::OpReturn, {});
  } else {
    Out.add(Section, spv::OpReturnValue, {Out.addResult(Section, Opcode, Type, All)});
  }
  Out.add(Section, spv::OpFunctionEnd, {});
  return Id;
}

} // namespace kcc::compiler
