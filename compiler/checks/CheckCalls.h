// Calls of the runtime's functions for checks, and the sites that tell these what they check.
#ifndef KCC_CHECKS_CHECKCALLS_H
#define KCC_CHECKS_CHECKCALLS_H

#include "kcc/abi/cpu_checks.h"
#include "support/CheckedCode.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/AtomicOrdering.h"
#include <cstdint>

namespace kcc::compiler {

/// The checks that see each access.
inline constexpr std::uint32_t checksOfAccesses =
    abi::check_memory | abi::check_race | abi::check_init | abi::check_access;

/// What a site says about an access. Sites of other calls leave it as it is here.
struct SiteValues {
  std::uint64_t Bytes = 0;
  std::uint64_t Alignment = 1;
  abi::AccessKind Kind = abi::AccessKind::read;
  llvm::AtomicOrdering Order = llvm::AtomicOrdering::NotAtomic;
  std::uint8_t Scope = 0;
  std::uint8_t Flags = 0;
};

/// Inserts calls into a module, where `Builder` is.
class CheckCalls {
public:
  CheckCalls(llvm::Module &M, std::uint32_t Checks);

  /// Declares another function of the runtime than those below.
  llvm::FunctionCallee declare(llvm::StringRef Name, llvm::Type *Result,
                               llvm::ArrayRef<llvm::Type *> Parameters);
  llvm::CallInst *insert(llvm::FunctionCallee Callee, llvm::ArrayRef<llvm::Value *> Arguments);

  /// An abi::CheckSite, whose place describeSites() finds.
  llvm::GlobalVariable *site(const SiteValues &Values = {});

  /// Moves `Builder` to where \p F begins, behind its local variables.
  void goToBeginOf(llvm::Function &F);

  llvm::Module &M;
  const std::uint32_t Checks; ///< those to insert
  llvm::IRBuilder<> Builder;
  llvm::PointerType *const Pointer;
  // include/kcc/abi/cpu_checks.h says what they do.
  llvm::FunctionCallee AccessCheck, RangeCheck, CopyCheck, WrittenCheck, LocalCheck, FenceCheck,
      AllocatedCheck, AtomicDone, ExchangeDone, BarrierCheck, ReachCheck, LeaveCheck, BypassCheck,
      CalleeCheck, TableCheck, BlockCheck;

private:
  llvm::StructType *SiteType;
};

/// Replaces a member of an abi::CheckSite.
void setField(llvm::GlobalVariable &Site, SiteField Field, llvm::Constant *Value);

/// The number of std::memory_order.
std::uint8_t orderNumber(llvm::AtomicOrdering Order);

} // namespace kcc::compiler

#endif
