#include "targets/cpu/lanes/Vectorizer.h"
#include "targets/cpu/lanes/LaneChecks.h"
#include "targets/cpu/lanes/LaneEmitter.h"

using namespace llvm;

namespace kcc::compiler {

Function *vectorize(PreparedThread &Thread, ArrayRef<Slot> Slots, const FrameLayout *Frame, bool IsFirst,
                    StringRef Name, unsigned Lanes, FunctionAnalysisManager &Analyses,
                    std::string &Obstacle) {
  // Instructions, to keep compile times in bounds. Those of a check are many, and cheap.
  constexpr unsigned MostOfThread = 128;
  const unsigned Most = hasChecks(Thread.F) ? 24000 : 6000;
  for (bool HasVariants : {true, false}) {
    if (HasVariants && Thread.F.getInstructionCount() > MostOfThread)
      continue;
    LaneEmitter Code(Thread, Slots, Frame, IsFirst, Name, Lanes, Analyses, HasVariants);
    Obstacle = Code.obstacle();
    if (!Obstacle.empty())
      return nullptr;
    Function *Out = Code.run();
    if (Out->getInstructionCount() <= Most)
      return Out;
    DISubprogram *const Program = Out->getSubprogram();
    Out->eraseFromParent();
    Thread.F.setSubprogram(Program);
  }
  Obstacle = "its control flow has too many cases";
  return nullptr;
}

} // namespace kcc::compiler
