#include "targets/nvptx/RecursiveFunctions.h"
#include "targets/nvptx/PtxLines.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Mangler.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

bool callsThroughPointer(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    return Call && Call->isIndirectCall();
  });
}

/// The symbols of the functions that are part of a cycle of calls. A call through a pointer may be one of
/// every function whose address is taken.
StringSet<> recursiveFunctions(Module &M) {
  StringSet<> Names;
  Mangler Mangled;
  CallGraph Calls(M);
  for (Function &Caller : M)
    if (callsThroughPointer(Caller))
      for (Function &F : M)
        if (!F.isDeclaration() && F.hasAddressTaken())
          Calls[&Caller]->addCalledFunction(nullptr, Calls[&F]);
  for (auto Cycle = scc_begin(&Calls); !Cycle.isAtEnd(); ++Cycle) {
    if (!Cycle.hasCycle())
      continue;
    for (const CallGraphNode *Node : *Cycle)
      if (const Function *F = Node->getFunction()) {
        SmallString<128> Name;
        Mangled.getNameWithPrefix(Name, F, /*CannotUsePrivateLabel=*/false);
        Names.insert(Name);
      }
  }
  return Names;
}

/// The function that \p Line begins to declare or define without a linkage directive; else empty.
StringRef localFunction(StringRef Line) {
  if (!Line.consume_front(".func"))
    return {};
  Line = Line.ltrim();
  if (Line.starts_with("(")) // the result
    Line = Line.substr(Line.find(')') + 1).ltrim();
  return Line.take_while([](char C) { return isAlnum(C) || C == '_' || C == '$' || C == '%'; });
}

} // namespace

std::string withVisibleRecursion(std::string Ptx, Module &M) {
  StringSet<> Names = recursiveFunctions(M);
  if (Names.empty())
    return Ptx;
  return rewriteLines(Ptx, [&](StringRef Line, std::string &Result) {
    if (Names.contains(localFunction(Line)))
      Result += ".visible ";
    Result += Line;
  });
}

} // namespace kcc::compiler
