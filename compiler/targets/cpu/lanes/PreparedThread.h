// The function of a thread in the form in which it can be run in the lanes of vectors.
#ifndef KCC_TARGETS_CPU_LANES_PREPARED_THREAD_H
#define KCC_TARGETS_CPU_LANES_PREPARED_THREAD_H

#include "targets/cpu/lanes/LaneShapes.h"

#include "llvm/IR/PassManager.h"
#include <string>

namespace kcc::compiler {

/// Larger functions do not run in lanes, which keeps compile times in bounds.
inline constexpr unsigned mostInstructions = 4000;

/// A function with the parameters `const void *const *arguments, CpuThread *thread, void *frame` and, if it
/// has slots, a pointer to each. All loads from `*thread` are known. Its control flow is reducible, of
/// two-way branches only, without critical edges; loops have a preheader, a single latch and LCSSA form;
/// values are scalars. The object owns the function.
class PreparedThread {
public:
  /// Prepares a function. On failure, `Obstacle` says why it cannot be run in lanes.
  PreparedThread(llvm::Function &F, llvm::FunctionAnalysisManager &Analyses, std::string &Obstacle);
  ~PreparedThread();
  PreparedThread(const PreparedThread &) = delete;
  PreparedThread &operator=(const PreparedThread &) = delete;

  /// A copy of the function that runs one thread and finds it by itself.
  static llvm::Function &copyOf(llvm::Function &Thread);

  llvm::Function &F;
  Fields Loads;
  bool IsGood;

private:
  bool refuse(const llvm::Twine &Why);
  bool splitWideLoads();
  bool gatherFields();
  bool findFields();
  void defineValues();
  void joinCounters();
  void restoreConversions();
  bool simplify();
  bool splitWideNumbers();
  bool checkInstructions();
  void hoistParameters();

  llvm::FunctionAnalysisManager &Analyses;
  std::string &Obstacle;
};

} // namespace kcc::compiler

#endif
