// Writes one function as SPIR-V.
//
// A value of LLVM's is a list of scalars: vectors, structs and arrays element by element, integers of more
// than 64 bits as two. A pointer is a number: an address of 64 bits, or an offset of 32 bits for shared and
// local memory. Integers whose width SPIR-V lacks are in the next wider type, with zeros above.
#ifndef KCC_TARGETS_SPIRV_FUNCTIONWRITER_H
#define KCC_TARGETS_SPIRV_FUNCTIONWRITER_H

#include "kcc/abi/spirv_notes.h"
#include "targets/nvptx/AddressSpaces.h"
#include "targets/spirv/ExtendedInstructions.h"
#include "targets/spirv/ModuleVariables.h"
#include "targets/spirv/ModuleWriter.h"
#include "targets/spirv/SpirvModule.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/Alignment.h"
#include <optional>
#include <string>

namespace kcc::compiler {

class AtomicFunctions;

/// What the functions of a module share.
struct ModuleInterface {
  SpirvId ThreadIndex = 0, BlockIndex = 0; ///< variables, vectors of three words; for OpenCL, of 64 bits
  SpirvId PushConstants = 0;               ///< of the type VulkanArguments; not for OpenCL
  SpirvId Shared = 0;                      ///< an array of words; not for OpenCL
  /// The functions for which shared memory is an array of vectors of four words, and that array; 0 if there
  /// are none.
  llvm::SmallPtrSet<const llvm::Function *, 8> WithSharedVectors;
  SpirvId SharedVectors = 0;
  SpirvId SharedLock = 0;    ///< a word of shared memory, if a function takes the lock (LockedAtomics.h)
  SpirvId BlockSize[3] = {}; ///< specialization constants, for Vulkan alone
  /// For Metal and OpenCL: variables, vectors like the indices.
  SpirvId BlockSizeInput = 0, GridSizeInput = 0;
  /// Variables, words; the size for these two, the lane for Vulkan too. With OpenCL, only if a kernel uses
  /// warps.
  SpirvId WarpSize = 0, Lane = 0;
  AtomicFunctions *Atomics = nullptr; ///< for Metal alone
  VariableLayout Variables;
  SpirvId OnLlvmpipe = 0;  ///< a boolean constant, for Vulkan alone (LlvmpipeGuards.h)
  SpirvId LoopCount = 0;   ///< a thread's word, likewise
  SpirvId LocalMemory = 0; ///< an array of words, if anything needs it; not for OpenCL
  LocalLayout Locals;
  bool HasEnds = false; ///< whether threads may end before a kernel's last instruction (ThreadEnds.h)
  SpirvId HasEnded = 0; ///< a thread's boolean variable for that; not for OpenCL
  llvm::DenseMap<const llvm::Function *, SpirvId> Functions;
  /// In bytes, from the beginning of a block's shared memory.
  llvm::DenseMap<const llvm::GlobalVariable *, std::uint64_t> SharedOffsets;
};

/// A scalar's type. Integers of less than 32 bits are held in 32, the upper ones zero: NVIDIA's driver
/// (580.159) has several errors in arithmetic with 8 and 16 bits.
struct Scalar {
  enum Kind : std::uint8_t { Bool, Int, Float };
  Kind Is;
  unsigned Bits; ///< of the SPIR-V type
  unsigned BitsInMemory = Bits;

  unsigned bytes() const { return Is == Bool ? 1 : BitsInMemory / 8; }
};

/// What the host passes to a kernel, by the member of VulkanArguments as a type of SPIR-V.
enum class HostArgument : unsigned { Parameters, Variables, Status, GridX, GridY, GridZ, DynamicSharedBytes };

/// The member with which the pushed parameters begin.
inline constexpr unsigned FirstPushed = 7;

/// What functions for OpenCL get as their first parameters and pass on: it has neither push constants nor
/// variables of a thread outside of functions.
struct OpenclContext {
  SpirvId Variables = 0, Status = 0; ///< addresses
  SpirvId DynamicSharedBytes = 0;    ///< a word
  SpirvId Shared = 0, Local = 0;     ///< pointers to the bytes of shared and of local memory
  SpirvId HasEnded = 0;              ///< a pointer to a word, which is not 0 then
};

/// The bits of the integer that holds so many bytes.
inline unsigned registerBits(unsigned Bytes) {
  return Bytes <= 4 ? 32 : 64;
}

/// The space of generic pointers, after all that could lead elsewhere are gone.
inline unsigned resolved(unsigned Space) {
  return Space == GenericSpace || Space == ConstantSpace ? unsigned{GlobalSpace} : Space;
}

/// A scalar of a type in memory.
struct ScalarPlace {
  Scalar Type;
  std::uint64_t Offset; ///< in bytes
};

class FunctionWriter {
public:
  FunctionWriter(SpirvModule &Out, const ModuleInterface &Interface, llvm::Function &F);

  void write();

  /// What could not be written, and where; empty if everything could.
  const std::string &problem() const { return Problem; }
  const llvm::Instruction *problemPlace() const { return Place; }

private:
  using Ids = llvm::SmallVector<SpirvId, 4>;

  // Words.
  SpirvId op(spv::Op Opcode, SpirvId Type, llvm::ArrayRef<std::uint32_t> Operands);
  void opNoResult(spv::Op Opcode, llvm::ArrayRef<std::uint32_t> Operands);
  SpirvId extended(ExtendedInstruction Instruction, SpirvId Type, llvm::ArrayRef<std::uint32_t> Operands);
  void fail(const llvm::Instruction &I, const llvm::Twine &Why);

  // Types.
  llvm::SmallVector<Scalar, 4> scalarsOf(llvm::Type *T) const;
  void placesOf(llvm::Type *T, std::uint64_t Offset, llvm::SmallVectorImpl<ScalarPlace> &Places) const;
  SpirvId typeId(Scalar S);
  SpirvId returnType(const llvm::Function &Callee);
  SpirvId intType(unsigned Bits) { return Out.intType(Bits); }

  // Values.
  const Ids &value(const llvm::Value *V);
  SpirvId scalar(const llvm::Value *V) { return value(V).front(); }
  Ids constantValue(const llvm::Constant *C);
  SpirvId zero(Scalar S);
  void set(const llvm::Value &V, Ids Values) { Values_[&V] = std::move(Values); }

  // Integers and conversions between widths; Bits are those of SPIR-V types.
  SpirvId resize(SpirvId Value, unsigned From, unsigned To);
  SpirvId signExtend(SpirvId Value, unsigned Width, unsigned From, unsigned To);
  SpirvId mask(SpirvId Value, unsigned Width, unsigned Bits);
  SpirvId asInteger(SpirvId Value, Scalar S); ///< its bytes in memory, in registerBits(S.bytes())
  SpirvId fromInteger(SpirvId Value, Scalar S);
  SpirvId integer(unsigned Bits, std::uint64_t Value) { return Out.integer(Bits, Value); }
  SpirvId binary(spv::Op Opcode, unsigned Bits, SpirvId A, SpirvId B);
  SpirvId compare(spv::Op Opcode, SpirvId A, SpirvId B) { return op(Opcode, Out.boolType(), {A, B}); }
  SpirvId choose(SpirvId Condition, SpirvId Type, SpirvId IfTrue, SpirvId IfFalse) {
    return op(spv::OpSelect, Type, {Condition, IfTrue, IfFalse});
  }

  // Instructions, one function for each kind.
  bool hasDouble(const llvm::Instruction &I) const;
  void writeInstruction(llvm::Instruction &I);
  void writeBinary(llvm::BinaryOperator &I);
  SpirvId binaryScalar(llvm::BinaryOperator &I, unsigned Width, SpirvId A, SpirvId B);
  void writeWideBinary(llvm::BinaryOperator &I);
  Ids wideShift(unsigned Opcode, const Ids &A, const Ids &Count);
  Ids wideProduct(const Ids &A, const Ids &B);
  void writeCompare(llvm::CmpInst &I);
  SpirvId compareWide(llvm::CmpInst::Predicate P, const Ids &A, const Ids &B);
  SpirvId compareInts(llvm::CmpInst::Predicate P, unsigned Width, Scalar S, SpirvId A, SpirvId B);
  SpirvId compareFloats(llvm::CmpInst::Predicate P, SpirvId A, SpirvId B);
  void writeCast(llvm::CastInst &I);
  Ids castScalar(llvm::CastInst &I, llvm::Type *From, llvm::Type *To, const Ids &A);
  void writeGetElementPointer(llvm::GetElementPtrInst &I);
  void writeSelect(llvm::SelectInst &I);
  void writeCall(llvm::CallInst &I);
  bool writeIntrinsic(llvm::IntrinsicInst &I);
  bool writeOwn(llvm::CallInst &I, llvm::StringRef Name);
  void writePhi(llvm::PHINode &I);
  void writeTerminator(llvm::Instruction &I);
  /// The parameters of a function for OpenCL that are not LLVM's.
  void writeContext(llvm::function_ref<SpirvId(SpirvId Type)> AddParameter);
  Ids contextOperands() const;
  SpirvId countBits(llvm::Intrinsic::ID Kind, SpirvId A, unsigned Width, unsigned Bits);
  Ids countWideBits(llvm::Intrinsic::ID Kind, const Ids &A); ///< of 128 bits
  SpirvId reverseBits(SpirvId A, unsigned Width, unsigned Bits);
  SpirvId swapBytes(SpirvId A, unsigned Bits);
  std::optional<SpirvId> intrinsicOnInts(llvm::IntrinsicInst &I, unsigned Width, unsigned Bits, const Ids &A);
  std::optional<SpirvId> intrinsicOnFloats(llvm::IntrinsicInst &I, unsigned Bits, const Ids &A);
  void writeOverflow(llvm::WithOverflowInst &I);
  void writeNarrowOverflow(llvm::WithOverflowInst &I, unsigned Width);
  bool writeSaturation(llvm::IntrinsicInst &I);
  bool writeClassTest(llvm::IntrinsicInst &I);
  void writeFailure(abi::SpirvFailure Failure);
  void writeBarrier(spv::Scope Scope);
  SpirvId minOrMax(llvm::CmpInst::Predicate P, unsigned Width, unsigned Bits, SpirvId A, SpirvId B) {
    return choose(compareInts(P, Width, {Scalar::Int, Bits}, A, B), intType(Bits), A, B);
  }

  // Floating point.
  SpirvId floatOperation(spv::Op Opcode, unsigned Bits, llvm::ArrayRef<std::uint32_t> Operands);
  SpirvId brainToFloat(SpirvId Bits);
  SpirvId floatToBrain(SpirvId Float);
  SpirvId oddFloat(SpirvId Double);
  SpirvId shiftBoth(bool IsLeft, const Ids &A, unsigned Width);
  SpirvId squareRoot(SpirvId A);

  // Memory.
  void writeLoad(llvm::LoadInst &I);
  void writeStore(llvm::StoreInst &I);
  void writeFence(const llvm::Instruction &I, llvm::AtomicOrdering Order, llvm::SyncScope::ID Scope);
  void writeAtomic(llvm::AtomicRMWInst &I);
  void writeExchange(llvm::AtomicCmpXchgInst &I);
  // Integers of at most 8 bytes in memory, in registerBits(Bytes).
  SpirvId loadScalar(unsigned Space, SpirvId Address, std::uint64_t Offset, unsigned Bytes, llvm::Align A);
  void storeScalar(unsigned Space, SpirvId Address, std::uint64_t Offset, SpirvId Value, unsigned Bytes,
                   llvm::Align A);
  /// Whether \p I is of dense words whose vectors shared memory has as such.
  template <class T>
  bool isOfSharedVectors(const T &I, unsigned Space, unsigned Unit, std::size_t Count) const;
  SpirvId sharedVectorPointer(SpirvId Address, std::uint64_t Offset);
  std::size_t vectorLength(std::size_t Left, unsigned Unit, llvm::Align A) const;
  /// Whether memory of this space is reached as objects of any type, not as an array of words.
  bool hasTypedPointers(unsigned Space) const { return Space == GlobalSpace || isForOpencl(); }
  SpirvId typedPointer(unsigned Space, SpirvId Address, std::uint64_t Offset, SpirvId Type);
  SpirvOperands memoryAccess(unsigned Space, std::uint32_t Align = 0) const;
  SpirvId load(SpirvId Type, SpirvId Pointer, const SpirvOperands &Access);
  void store(SpirvId Pointer, SpirvId Value, const SpirvOperands &Access);
  void requireSmallAccess(unsigned Bytes);
  /// The place of a word in the array for shared or local memory.
  SpirvId wordIndex(SpirvId Address, std::uint64_t Offset, llvm::Align A);
  SpirvId wordPointer(unsigned Space, SpirvId Address, std::uint64_t Offset, llvm::Align A = llvm::Align(1));
  SpirvId pointerFor(const llvm::Instruction &I, unsigned Space, SpirvId Address, unsigned Bytes);
  SpirvId atomic(unsigned Space, spv::Op Opcode, SpirvId Type, llvm::ArrayRef<std::uint32_t> Operands);
  bool isTooOrdered(const llvm::Instruction &I, llvm::AtomicOrdering Order, llvm::SyncScope::ID Scope);
  SpirvId scopeId(llvm::SyncScope::ID Scope, unsigned Space);
  SpirvId semantics(llvm::AtomicOrdering Order);
  llvm::AtomicOrdering orderOf(llvm::AtomicOrdering Order, llvm::AtomicOrdering WithoutSequential) const;
  void writeFenceBefore(const llvm::Instruction &I, llvm::AtomicOrdering Order, llvm::SyncScope::ID Scope);
  SpirvId pushConstant(unsigned Member, SpirvId Type);
  SpirvId hostArgument(HostArgument Argument);
  SpirvId hiddenZero(unsigned Bits = 32);

  bool isForMetal() const { return Out.reader() == SpirvReader::Metal; }
  bool isForOpencl() const { return Out.isForOpencl(); }
  bool isKernel() const { return F.getCallingConv() == llvm::CallingConv::PTX_Kernel; }
  llvm::LLVMContext &context() const { return F.getContext(); }
  const llvm::DataLayout &layout() const { return F.getDataLayout(); }

  SpirvModule &Out;
  const ModuleInterface &Interface;
  llvm::Function &F;
  llvm::DominatorTree Dominators;
  llvm::PostDominatorTree PostDominators;
  llvm::LoopInfo Loops;
  /// What the first block begins with, and the rest.
  std::vector<std::uint32_t> Prologue, Body;
  std::vector<std::uint32_t> *Words = &Body;
  llvm::DenseMap<const llvm::Value *, Ids> Values_;
  llvm::DenseMap<const llvm::BasicBlock *, SpirvId> Labels;
  struct PhiPlace {
    llvm::PHINode *Phi;
    std::size_t Word; ///< of the first value of its first scalar, in the body
  };
  std::vector<PhiPlace> Phis;
  SpirvId VariablesBase = 0, HiddenZero = 0, WideHiddenZero = 0;
  OpenclContext Context;
  SpirvId Parameters = 0, Pushed[abi::spirv_pushed_count] = {}; ///< of a kernel for OpenCL
  std::string Problem;
  const llvm::Instruction *Place = nullptr;
};

} // namespace kcc::compiler

#endif
