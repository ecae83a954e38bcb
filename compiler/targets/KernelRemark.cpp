#include "targets/KernelRemark.h"

#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"

using namespace llvm;

namespace kcc::compiler {

int KernelRemark::kind() {
  static const int Kind = getNextAvailablePluginDiagnosticKind();
  return Kind;
}

void KernelRemark::print(DiagnosticPrinter &Printer) const {
  Printer << Entry << ": " << Text;
}

bool KernelRemark::areWanted(const LLVMContext &Context) {
  const DiagnosticHandler *Handler = Context.getDiagHandlerPtr();
  return Handler != nullptr && Handler->isAnalysisRemarkEnabled(Analysis);
}

} // namespace kcc::compiler
