#include "targets/CodeProblem.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace kcc::compiler {

/// One call of \p F; null if there is none.
static const CallBase *callOf(const Function &F) {
  for (const User *U : F.users())
    if (auto *Call = dyn_cast<CallBase>(U))
      return Call;
  return nullptr;
}

CodeProblem::CodeProblem(std::string Text, const Instruction &Where) : Text(std::move(Text)) {
  SmallPtrSet<const Function *, 8> Seen;
  for (const Instruction *At = &Where; At && Seen.insert(At->getFunction()).second;
       At = callOf(*At->getFunction())) {
    for (const DILocation *Place = At->getDebugLoc(); Place; Place = Place->getInlinedAt())
      Places.push_back(Place);
    Root = At->getFunction()->getName().str();
  }
}

} // namespace kcc::compiler
