#include "targets/nvptx/OptimizerPasses.h"
#include "targets/nvptx/ByteLoops.h"
#include "targets/nvptx/ExpensiveSelects.h"
#include "targets/nvptx/LocalArrays.h"
#include "targets/nvptx/StridedLoops.h"
#include "targets/nvptx/WideAddresses.h"

namespace kcc::compiler {

void addGpuPasses(llvm::PassBuilder &Builder) {
  addLocalArrayUnrolling(Builder);
  addStridedUnrolling(Builder);
  addByteLoopUnrolling(Builder);
  addAddressWidening(Builder);
  addExpensiveSelectBranches(Builder);
}

} // namespace kcc::compiler
