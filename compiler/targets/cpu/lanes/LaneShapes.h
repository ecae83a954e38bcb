// How the values of a function differ between the threads that run in the lanes of a vector.
#ifndef KCC_TARGETS_CPU_LANES_LANE_SHAPES_H
#define KCC_TARGETS_CPU_LANES_LANE_SHAPES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/KnownBits.h"
#include <cstdint>
#include <optional>

namespace kcc::compiler {

/// How a value differs between lanes.
struct Shape {
  enum KindType {
    Unknown,
    Uniform, ///< the same in the lanes of a group; perhaps another in the next group
    Linear,
    Pattern, ///< each lane's differs from the first one's by what is the same for all groups
    Varying
  } Kind = Unknown;
  std::int64_t Stride = 0; ///< Linear: from lane to lane, modulo the type; of pointers, bytes
  /// Linear, Pattern: the lanes' values, as unsigned numbers, are so far apart without wrapping. That is
  /// known of all lanes, also of those that do not use the value: LLVM's flags, such as `nuw`, say nothing
  /// about them.
  bool Unsigned = false;
  bool Signed = false;                       ///< likewise as signed numbers
  llvm::ArrayRef<std::int64_t> Offsets = {}; ///< Pattern: of each lane, modulo the type; of pointers, bytes

  /// Values with large strides are Varying, so that no multiple of a stride by the number of a lane wraps.
  static Shape linear(std::int64_t Stride, bool Unsigned = false, bool Signed = false) {
    constexpr std::int64_t Most = std::int64_t(1) << 26;
    if (Stride == 0 || Stride > Most || Stride < -Most)
      return {Varying};
    return {Linear, Stride, Unsigned, Signed};
  }
  bool operator==(const Shape &) const = default;
};

/// For each lane its value less the first lane's, modulo the type.
using LaneOffsets = llvm::SmallVector<std::int64_t, 32>;

/// The field of abi::CpuThread that an instruction loads, as an offset, in an order that each run repeats.
using Fields = llvm::MapVector<const llvm::Value *, std::uint64_t>;

/// Memory of each thread that outlives a barrier: a value, or a local array. The function has a pointer to
/// it, as a parameter.
struct Slot {
  llvm::Type *Type = nullptr; ///< of a value; null for an array
  Shape Contents;             ///< of a value
  std::uint64_t Bytes = 0;    ///< of an array, a multiple of its alignment
  std::uint64_t Alignment = 1;
  bool IsPointedTo = false; ///< whether pointers to an array may be in memory, or outlive a barrier, too
  bool IsOfBlock = false;   ///< whether a value is the same in all threads of the block
};
/// The function's parameters from the fourth on are pointers to its slots.
inline constexpr unsigned FirstSlotParameter = 3;

/// Whom a value must be the same for to be uniform.
enum class Neighbours {
  None,  ///< a thread alone, for which all values are uniform
  Lanes, ///< neighbours along x that run side by side; with whole warps, those of a warp
  Row,   ///< all neighbours along x
  Block, ///< all threads of a block
};

/// LLVM's analysis of which values differ between the threads.
class ThreadUniformity {
public:
  ThreadUniformity(llvm::Function &F, const Fields &Loads, llvm::ArrayRef<Slot> Slots, Neighbours Among);

  llvm::UniformityInfo *operator->() const { return Info; }

private:
  llvm::FunctionAnalysisManager Analyses;
  llvm::UniformityInfo *Info;
};

/// The kind of metadata that marks the load of a number from a function's third parameter which, added to a
/// thread's index, makes a number from 0 up to, but without, stridedLimit(), in all threads that a call is
/// for.
inline constexpr char stridedOffset[] = "kcc.strided.offset";
/// For an index of 32 or 64 bits.
std::uint64_t stridedLimit(unsigned Bits);

/// The shapes of all values of a function.
class LaneShapes {
public:
  /// Without a number of lanes, no shape depends on it, none is a Pattern, and what is Uniform is so for all
  /// neighbours along x. With one lane, all values are Uniform, and isUniform() says nothing about
  /// neighbours.
  LaneShapes(llvm::Function &F, const Fields &Loads, llvm::ArrayRef<Slot> Slots, const llvm::LoopInfo &LI,
             unsigned Lanes = 0);

  Shape operator[](const llvm::Value *V) const;
  /// Whether it is the same for all neighbours along x, not just for those of a group.
  bool isUniform(const llvm::Value *V) const {
    auto *I = llvm::dyn_cast<llvm::Instruction>(V);
    if (I)
      return !(InRow ? *InRow : Uniformity)->isDivergent(I);
    return (*this)[V].Kind == Shape::Uniform;
  }
  /// Of each lane, for all shapes but Varying ones.
  LaneOffsets offsets(const Shape &S) const;
  /// What is known of the first lane's value.
  llvm::KnownBits bitsOfFirstLane(const llvm::Value *V) const;
  /// Whether the result differs between lanes.
  bool isDivergent(const llvm::Instruction &I) const { return Uniformity->isDivergent(&I); }
  bool hasDivergentTerminator(const llvm::BasicBlock &Block) const {
    return Uniformity->hasDivergentTerminator(Block);
  }
  /// How much the numbers grow from lane to lane if they are computed without wrapping, as signed or unsigned
  /// ones: from operands of the same block, as far as hasExactResult() says so. Nothing if that differs
  /// between lanes. LaneEmitter::firstWithoutWrap() computes the first one.
  std::optional<std::int64_t> strideWithoutWrap(const llvm::Value *V, bool IsSigned,
                                                const llvm::BasicBlock &Block) const;
  /// Whether strideWithoutWrap() does not look at the operands, because the value itself does not wrap.
  bool isExact(const llvm::Value *V, bool IsSigned) const;
  /// Whether it is a thread's index, which is known to have less than 31 bits.
  bool neverWraps(const llvm::Value *V) const;
  /// Whether it is the field of abi::CpuThread at this offset.
  bool loadsField(const llvm::Value *V, std::uint64_t Offset) const;
  /// The bytes of one lane's copy of a local variable.
  std::uint64_t sizeOf(const llvm::AllocaInst &Alloca) const;

private:
  bool isIndexInGrid(const llvm::Instruction &Sum) const;
  llvm::ConstantRange rangeOf(const llvm::Value *V, unsigned Depth = 0) const;
  Shape linear(const llvm::Instruction &I, std::int64_t Stride) const;
  void findFlags(Shape &S, const llvm::Instruction &I, std::uint64_t Steps) const;
  Shape withOffsets(const llvm::Instruction &I, const LaneOffsets &Offsets) const;
  Shape pattern(const llvm::Instruction &I, llvm::ArrayRef<Shape> In) const;
  Shape bitwise(const llvm::Instruction &I, llvm::ArrayRef<Shape> In) const;
  Shape widened(const llvm::CastInst &I, const Shape &In) const;
  Shape transfer(const llvm::Instruction &I) const;
  void compute(llvm::Function &F);

  const Fields &Loads;
  llvm::ArrayRef<Slot> Slots;
  const llvm::LoopInfo &LI;
  const llvm::DataLayout &Layout;
  ThreadUniformity Uniformity;
  const bool WholeWarps;
  std::optional<ThreadUniformity> InRow; ///< if another group's values may differ
  const unsigned Lanes;                  ///< 0: not known
  mutable llvm::BumpPtrAllocator Patterns;
  llvm::DenseMap<const llvm::Value *, Shape> Shapes;
};

/// The slot that a pointer is the address of; null for other values.
const Slot *slotAt(const llvm::Value *Pointer, llvm::ArrayRef<Slot> Slots);

/// Whether a zext or sext, where its result is used, has the number that a sext has.
bool isWidenedAsSigned(const llvm::Instruction &I);

/// A type of which vectors can be made.
bool isElement(const llvm::Type *T);

} // namespace kcc::compiler

#endif
