// The checks of barriers: which threads wait for others, and which of these do not arrive.
#ifndef KCC_CHECKS_BARRIERCHECKS_H
#define KCC_CHECKS_BARRIERCHECKS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <cstdint>

namespace llvm {
class CallInst;
class Function;
class GlobalVariable;
class Value;
} // namespace llvm

namespace kcc::compiler {

class CheckCalls;

class BarrierChecks {
public:
  explicit BarrierChecks(CheckCalls &Calls);

  /// Lets the runtime see which threads do not arrive at barriers at which others wait. Runs before other
  /// calls are inserted.
  void checkArrivals();

  /// Tells the runtime that the thread may have to wait, if \p Call is of such a function.
  void checkCall(llvm::CallInst &Call);

private:
  bool waits(const llvm::Function &F) const;
  void checkArrivals(llvm::Function &F, llvm::ArrayRef<llvm::CallInst *> Barriers);
  llvm::GlobalVariable *newSite();
  llvm::Value *instanceOf(llvm::Function &F);

  CheckCalls &Calls;
  /// kcc's functions around builtins that wait.
  llvm::SmallPtrSet<const llvm::Function *, 16> Wrappers;
  std::uint64_t SiteCount = 0;
};

} // namespace kcc::compiler

#endif
