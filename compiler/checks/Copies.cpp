#include "checks/Copies.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace kcc::compiler {

/// Whether the load only keeps the other bits of a word of which a bit-field is written.
static bool isOfBitFieldWrite(const LoadInst &Load) {
  auto OnlyUser = [](const Value &V) { return V.hasOneUse() ? V.user_back() : nullptr; };
  const User *Kept = OnlyUser(Load);
  if (!Kept || !match(Kept, m_And(m_Specific(&Load), m_ConstantInt())))
    return false;
  return any_of(Kept->users(), [&](const User *Changed) {
    return match(Changed, m_Or(m_Specific(Kept), m_Value())) && any_of(Changed->users(), [&](const User *U) {
             auto *Store = dyn_cast<StoreInst>(U);
             return Store && Store->getPointerOperand() == Load.getPointerOperand() &&
                    Store->getDebugLoc() == Load.getDebugLoc();
           });
  });
}

/// Whether the code computes with a local variable that is at \p Place, rather than only to copy it.
static bool isComputedWith(const Value *Place) {
  auto IsComputation = [](const User *U) { return !isa<StoreInst>(U); };
  return isa<AllocaInst>(Place) && any_of(Place->users(), [&](const User *U) {
           return isa<LoadInst>(U) && any_of(U->users(), IsComputation);
         });
}

/// Whether the load may copy one byte of many, as memcpy() does.
static bool isOfByteCopy(const LoadInst &Load) {
  return Load.getType()->isIntegerTy(8) && all_of(Load.users(), [](const User *U) {
           auto *Store = dyn_cast<StoreInst>(U);
           return Store && !isComputedWith(Store->getPointerOperand());
         });
}

/// Whether the load may copy a part of an object that is passed or returned by value: bytes that nobody has
/// written are no use of them.
static bool isOfArgument(const LoadInst &Load) {
  if (!all_of(Load.users(), [](const User *U) { return isa<CallInst, ReturnInst, InsertValueInst>(U); }))
    return false;
  // Clang reads such an object as a structure without a name, or as a single value, whatever its type is.
  auto *Member = dyn_cast<GEPOperator>(Load.getPointerOperand());
  auto *Type = Member ? dyn_cast<StructType>(Member->getSourceElementType()) : nullptr;
  return Load.getType()->isAggregateType() || (Type && Type->isLiteral());
}

bool isCopy(const LoadInst &Load) {
  // An element of a vector is written.
  if (Load.getType()->isVectorTy() &&
      all_of(Load.users(), [](const User *U) { return isa<InsertElementInst>(U); }))
    return true;
  return isOfByteCopy(Load) || isOfBitFieldWrite(Load) || isOfArgument(Load);
}

} // namespace kcc::compiler
