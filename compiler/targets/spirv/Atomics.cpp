// Atomic operations, fences, and what orders them.
#include "kcc/abi/spirv_notes.h"
#include "targets/nvptx/AddressSpaces.h"
#include "targets/spirv/AtomicFunctions.h"
#include "targets/spirv/FunctionWriter.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {

SpirvId FunctionWriter::scopeId(SyncScope::ID Scope, unsigned Space) {
  SmallVector<StringRef, 8> Names;
  context().getSyncScopeNames(Names);
  const StringRef Name = Names[Scope];
  if (Space == SharedSpace || Name == "block")
    return Out.word(spv::ScopeWorkgroup);
  if (Name == "singlethread")
    return Out.word(spv::ScopeInvocation);
  if (!isForOpencl())
    Out.require(spv::CapabilityVulkanMemoryModelDeviceScope);
  return Out.word(spv::ScopeDevice);
}

/// Orders both memories, as C++'s atomic operations do.
SpirvId FunctionWriter::semantics(AtomicOrdering Order) {
  const std::uint32_t Memories = std::uint32_t{isForOpencl() ? spv::MemorySemanticsCrossWorkgroupMemoryMask
                                                             : spv::MemorySemanticsUniformMemoryMask} |
                                 std::uint32_t{spv::MemorySemanticsWorkgroupMemoryMask};
  const std::uint32_t Available = isForOpencl() ? 0 : spv::MemorySemanticsMakeAvailableMask;
  const std::uint32_t Visible = isForOpencl() ? 0 : spv::MemorySemanticsMakeVisibleMask;
  if (isForOpencl() && Order == AtomicOrdering::SequentiallyConsistent)
    return Out.word(spv::MemorySemanticsSequentiallyConsistentMask | Memories);
  switch (Order) {
  case AtomicOrdering::Acquire:
    return Out.word(spv::MemorySemanticsAcquireMask | Memories | Visible);
  case AtomicOrdering::Release:
    return Out.word(spv::MemorySemanticsReleaseMask | Memories | Available);
  case AtomicOrdering::AcquireRelease:
  case AtomicOrdering::SequentiallyConsistent:
    return Out.word(spv::MemorySemanticsAcquireReleaseMask | Memories | Available | Visible);
  default:
    return Out.word(0);
  }
}

/// Metal's atomic operations are all relaxed, and its translator would drop the order without a word, and
/// make a barrier of a fence.
bool FunctionWriter::isTooOrdered(const Instruction &I, AtomicOrdering Order, SyncScope::ID Scope) {
  if (!isForMetal() || Scope == SyncScope::SingleThread || !isStrongerThanMonotonic(Order))
    return false;
  fail(I, "atomic operations and fences that order other accesses; pass std::memory_order_relaxed, and order "
          "accesses by kcc::sync_threads() or by separate launches");
  return true;
}

/// An atomic instruction: \p Operands are the pointer, the scope, the semantics and the values, which have
/// the type \p Type.
SpirvId FunctionWriter::atomic(unsigned Space, spv::Op Opcode, SpirvId Type,
                               ArrayRef<std::uint32_t> Operands) {
  if (isForMetal() && Space == GlobalSpace) {
    SpirvOperands Call = {Interface.Atomics->function(Opcode, Type, Operands), Operands[0]};
    append_range(Call, Operands.drop_front(AtomicFunctions::firstValue(Opcode)));
    return op(spv::OpFunctionCall, Opcode == spv::OpAtomicStore ? Out.voidType() : Type, Call);
  }
  if (Opcode != spv::OpAtomicStore)
    return op(Opcode, Type, Operands);
  opNoResult(Opcode, Operands);
  return 0;
}

/// The Vulkan memory model has no sequential consistency, but OpenCL's has. Changing the same word has the
/// effect of such a fence: of two changes, the later one reads from the earlier one and is synchronized with
/// it.
void FunctionWriter::writeFence(const Instruction &I, AtomicOrdering Order, SyncScope::ID Scope) {
  if (isTooOrdered(I, Order, Scope))
    return;
  const SpirvId ScopeWord = scopeId(Scope, GlobalSpace);
  if (ScopeWord == Out.word(spv::ScopeInvocation))
    return;
  if (Order != AtomicOrdering::SequentiallyConsistent || isForOpencl())
    return opNoResult(spv::OpMemoryBarrier, {ScopeWord, semantics(Order)});
  const SpirvId Pointer = typedPointer(GlobalSpace, hostArgument(HostArgument::Status),
                                       offsetof(abi::SpirvStatus, fence), intType(32));
  op(spv::OpAtomicIAdd, intType(32), {Pointer, ScopeWord, semantics(Order), integer(32, 0)});
}

/// The order of an operation that only loads or stores.
AtomicOrdering FunctionWriter::orderOf(AtomicOrdering Order, AtomicOrdering WithoutSequential) const {
  return Order == AtomicOrdering::SequentiallyConsistent && !isForOpencl() ? WithoutSequential : Order;
}

/// Before an atomic operation of this order.
void FunctionWriter::writeFenceBefore(const Instruction &I, AtomicOrdering Order, SyncScope::ID Scope) {
  if (Order == AtomicOrdering::SequentiallyConsistent && !isForOpencl())
    writeFence(I, Order, Scope);
}

/// A pointer for the atomic operation \p I; 0 after an error.
SpirvId FunctionWriter::pointerFor(const Instruction &I, unsigned Space, SpirvId Address, unsigned Bytes) {
  if (Bytes == 8 && isForMetal()) {
    fail(I, "atomic or volatile accesses to 8 bytes; use ones to at most 4 bytes");
    return 0;
  }
  if (hasTypedPointers(Space)) {
    if (Bytes == 8)
      Out.require(spv::CapabilityInt64Atomics);
    return typedPointer(Space, Address, 0, intType(Bytes * 8));
  }
  return wordPointer(Space, Address, 0); // LockedAtomics.h has left no other
}

void FunctionWriter::writeAtomic(AtomicRMWInst &I) {
  const unsigned Space = resolved(I.getPointerAddressSpace());
  Type *T = I.getType();
  const unsigned Bytes = layout().getTypeStoreSize(T), Bits = Bytes * 8;
  if (Bytes != 4 && Bytes != 8)
    return fail(I, "an atomic operation on " + Twine(Bytes) + " bytes");
  const Scalar S = scalarsOf(T).front();
  const SpirvId Address = scalar(I.getPointerOperand());
  SpirvId Operand = scalar(I.getValOperand());
  if (isTooOrdered(I, I.getOrdering(), I.getSyncScopeID()))
    return;
  writeFenceBefore(I, I.getOrdering(), I.getSyncScopeID());
  const bool IsSum = I.getOperation() == AtomicRMWInst::FAdd || I.getOperation() == AtomicRMWInst::FSub;
  const SpirvId Scope = scopeId(I.getSyncScopeID(), Space), Semantics = semantics(I.getOrdering());
  if (Space == LocalSpace) // no other thread sees it
    return fail(I, "an atomic operation on local memory");
  if (IsSum) {
    if (Space != GlobalSpace || !T->isFloatTy())
      return fail(I, "this atomic operation on floating-point numbers");
    Out.require(spv::CapabilityAtomicFloat32AddEXT);
    Out.requireExtension("SPV_EXT_shader_atomic_float_add");
    if (I.getOperation() == AtomicRMWInst::FSub)
      Operand = op(spv::OpFNegate, typeId(S), {Operand});
    return set(I, {atomic(Space, spv::OpAtomicFAddEXT, typeId(S),
                          {typedPointer(Space, Address, 0, typeId(S)), Scope, Semantics, Operand})});
  }
  auto Opcode = [&]() -> std::optional<spv::Op> {
    switch (I.getOperation()) {
    case AtomicRMWInst::Xchg:
      return spv::OpAtomicExchange;
    case AtomicRMWInst::Add:
      return spv::OpAtomicIAdd;
    case AtomicRMWInst::Sub:
      return spv::OpAtomicISub;
    case AtomicRMWInst::And:
      return spv::OpAtomicAnd;
    case AtomicRMWInst::Or:
      return spv::OpAtomicOr;
    case AtomicRMWInst::Xor:
      return spv::OpAtomicXor;
    case AtomicRMWInst::Max:
      return spv::OpAtomicSMax;
    case AtomicRMWInst::Min:
      return spv::OpAtomicSMin;
    case AtomicRMWInst::UMax:
      return spv::OpAtomicUMax;
    case AtomicRMWInst::UMin:
      return spv::OpAtomicUMin;
    default:
      return std::nullopt;
    }
  }();
  if (!Opcode)
    return fail(I, "this atomic operation");
  const SpirvId Pointer = pointerFor(I, Space, Address, Bytes);
  if (Pointer == 0)
    return;
  const SpirvId Result =
      atomic(Space, *Opcode, intType(Bits),
             {Pointer, Scope, Semantics, resize(asInteger(Operand, S), registerBits(S.bytes()), Bits)});
  set(I, {fromInteger(resize(Result, Bits, registerBits(S.bytes())), S)});
}

void FunctionWriter::writeExchange(AtomicCmpXchgInst &I) {
  const unsigned Space = resolved(I.getPointerAddressSpace());
  Type *T = I.getCompareOperand()->getType();
  const unsigned Bytes = layout().getTypeStoreSize(T), Bits = Bytes * 8;
  if ((Bytes != 4 && Bytes != 8) || Space == LocalSpace)
    return fail(I, "a compare-exchange of " + Twine(Bytes) + " bytes");
  if (isTooOrdered(I, I.getMergedOrdering(), I.getSyncScopeID()))
    return;
  writeFenceBefore(I, I.getMergedOrdering(), I.getSyncScopeID());
  const SpirvId Pointer = pointerFor(I, Space, scalar(I.getPointerOperand()), Bytes);
  if (Pointer == 0)
    return;
  const Scalar S = scalarsOf(T).front();
  const SpirvId Expected = resize(asInteger(scalar(I.getCompareOperand()), S), registerBits(S.bytes()), Bits);
  const SpirvId New = resize(asInteger(scalar(I.getNewValOperand()), S), registerBits(S.bytes()), Bits);
  const SpirvId Found =
      atomic(Space, spv::OpAtomicCompareExchange, intType(Bits),
             {Pointer, scopeId(I.getSyncScopeID(), Space), semantics(I.getMergedOrdering()),
              semantics(orderOf(I.getFailureOrdering(), AtomicOrdering::Acquire)), New, Expected});
  set(I, {fromInteger(resize(Found, Bits, registerBits(S.bytes())), S),
          compare(spv::OpIEqual, Found, Expected)});
}

} // namespace kcc::compiler
