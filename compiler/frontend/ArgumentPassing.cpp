#include "frontend/ArgumentPassing.h"
#include "frontend/ParsedSource.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/CodeGen/CGFunctionInfo.h"
#include "clang/CodeGen/CodeGenABITypes.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ErrorHandling.h"

using namespace clang;
using clang::CodeGen::ABIArgInfo;

namespace kcc::compiler {

std::vector<ArgumentPiece> argumentPassing(ParsedSource &Source, const llvm::Module &M,
                                           const FunctionDecl &Function) {
  auto Type = Function.getType()->getCanonicalTypeUnqualified().castAs<FunctionProtoType>();
  const CodeGen::CGFunctionInfo &Info = CodeGen::arrangeFreeFunctionType(Source.codeGen().CGM(), Type);
  const llvm::DataLayout &Layout = M.getDataLayout();

  std::vector<ArgumentPiece> Pieces;
  unsigned Parameter = 0;
  std::uint64_t Size = 0; // of the parameter
  auto addPiece = [&](std::uint64_t Offset) {
    Pieces.push_back({.Parameter = Parameter, .Offset = Offset, .Bytes = Size - Offset});
  };
  for (const CodeGen::CGFunctionInfoArgInfo &Argument : Info.arguments()) {
    const ABIArgInfo &How = Argument.info;
    const ASTContext &Context = Function.getASTContext();
    Size = Context.getTypeSizeInChars(Argument.type).getQuantity();
    switch (How.getKind()) {
    case ABIArgInfo::Ignore:
      break;
    case ABIArgInfo::Indirect:
      Pieces.push_back({.Parameter = Parameter, .Bytes = Size, .ByPointer = true});
      // The caller copies classes with a nontrivial move constructor, such as libstdc++'s std::tuple.
      if (!How.getIndirectByVal()) {
        Pieces.back().CopiedBytes = Size;
        Pieces.back().Align = Context.getTypeAlignInChars(Argument.type).getQuantity();
      }
      break;
    case ABIArgInfo::Direct:
    case ABIArgInfo::Extend: {
      auto *Struct = llvm::dyn_cast<llvm::StructType>(How.getCoerceToType());
      if (Struct && How.isDirect() && How.getCanBeFlattened()) {
        for (unsigned I = 0; I != Struct->getNumElements(); ++I)
          addPiece(How.getDirectOffset() + Layout.getStructLayout(Struct)->getElementOffset(I));
      } else {
        addPiece(How.isDirect() ? How.getDirectOffset() : 0);
      }
      break;
    }
    default:
      // x86-64, AArch64 and NVPTX use no other kinds.
      llvm::report_fatal_error("kernel parameter passed in a way that kcc does not know");
    }
    ++Parameter;
  }
  return Pieces;
}

} // namespace kcc::compiler
