// What a target says about the code that it made of a kernel, if somebody asks.
#ifndef KCC_TARGETS_KERNEL_REMARK_H
#define KCC_TARGETS_KERNEL_REMARK_H

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include <string>
#include <utility>

namespace kcc::compiler {

/// A remark about a kernel, or about a place in it. The context's handler gets it.
class KernelRemark : public llvm::DiagnosticInfo {
public:
  KernelRemark(llvm::StringRef Entry, std::string Text, const llvm::DILocation *Place)
      : DiagnosticInfo(kind(), llvm::DS_Remark), Entry(Entry), Text(std::move(Text)), Place(Place) {}

  static bool classof(const DiagnosticInfo *Info) { return Info->getKind() == kind(); }
  void print(llvm::DiagnosticPrinter &Printer) const override;

  std::string Entry;
  std::string Text;
  const llvm::DILocation *Place; ///< null: the whole kernel

  /// Whether somebody asks for remarks: the context's handler allows remarks of an analysis of this name.
  static bool areWanted(const llvm::LLVMContext &Context);
  static constexpr char Analysis[] = "kcc";

private:
  static int kind();
};

} // namespace kcc::compiler

#endif
