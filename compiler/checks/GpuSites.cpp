#include "checks/Arithmetic.h"
#include "checks/GpuChecks.h"
#include "kcc/abi/gpu_checks.h"
#include "lowering/Reach.h"
#include "support/CheckedCode.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/xxhash.h"
#include <optional>
#include <string>

using namespace llvm;

namespace kcc::compiler {
namespace {

template <class T> StringRef bytesOf(const std::vector<T> &Rows) {
  return {reinterpret_cast<const char *>(Rows.data()), Rows.size() * sizeof(T)};
}

/// The content of the variable that abi/gpu_checks.h describes.
class SiteTable {
public:
  explicit SiteTable(const DenseMap<const Function *, std::string> &KernelNames) : KernelNames(KernelNames) {
    Texts.push_back('\0'); // text 0 is empty
  }

  /// Adds the site of a call, and returns its index. \p Site is an abi::ArithmeticSite or an abi::CheckSite.
  std::size_t add(const CallInst &Call, const ConstantStruct &Site, bool IsArithmetic) {
    auto Name = [&](unsigned Field) { return text(textOf(Site.getOperand(Field))); };
    abi::GpuCheckSite Row{};
    Row.place = place(Call.getDebugLoc());
    Row.kernel = text(KernelNames.lookup(Call.getFunction()));
    Row.is_arithmetic = IsArithmetic;
    if (IsArithmetic) { // the members of an abi::ArithmeticSite, in their order
      auto Number = [&](unsigned Field) { return cast<ConstantInt>(Site.getOperand(Field))->getZExtValue(); };
      Row.name = Name(1);
      Row.other = Name(2);
      Row.align = static_cast<std::uint32_t>(Number(3));
      Row.kind = static_cast<std::uint8_t>(Number(4));
      Row.operands = static_cast<std::uint8_t>(Number(5));
      Row.is_unsigned = static_cast<std::uint8_t>(Number(6));
    } else {
      Row.name = Name(static_cast<unsigned>(SiteField::Variable));
      Row.bytes = static_cast<std::uint32_t>(numberIn(Site, SiteField::Bytes));
      Row.align = static_cast<std::uint32_t>(numberIn(Site, SiteField::Alignment));
      Row.object_bytes = numberIn(Site, SiteField::ObjectBytes);
      Row.kind = static_cast<std::uint8_t>(kindOf(Site));
      // expandChecksForGpu() has put an abi::AccessSpace there.
      Row.operands = static_cast<std::uint8_t>(numberIn(Site, SiteField::Order));
    }
    Sites.push_back(Row);
    return Sites.size() - 1;
  }

  std::string bytes() const {
    const std::vector<abi::CheckTable> Head = {{static_cast<std::uint32_t>(Sites.size()),
                                                static_cast<std::uint32_t>(Places.size()),
                                                static_cast<std::uint32_t>(Texts.size()), 0}};
    return (bytesOf(Head) + bytesOf(Sites) + bytesOf(Places) + Texts).str();
  }

  static std::uint64_t offsetOf(std::size_t Index) {
    return sizeof(abi::CheckTable) + Index * sizeof(abi::GpuCheckSite);
  }

private:
  /// What reports call it: a volatile access is of an atomic kind only for the check of races.
  static abi::AccessKind kindOf(const ConstantStruct &Site) {
    const auto Kind = static_cast<abi::AccessKind>(numberIn(Site, SiteField::Kind));
    if (!(numberIn(Site, SiteField::Flags) & abi::site_volatile))
      return Kind;
    return Kind == abi::AccessKind::atomic_read ? abi::AccessKind::read : abi::AccessKind::write;
  }
  static StringRef textOf(const Value *Text) {
    auto *Variable = dyn_cast<GlobalVariable>(Text->stripPointerCasts());
    auto *Data = Variable && Variable->hasInitializer()
                     ? dyn_cast<ConstantDataArray>(Variable->getInitializer())
                     : nullptr;
    return Data ? Data->getRawDataValues().take_until([](char C) { return C == '\0'; }) : "";
  }
  std::uint32_t text(StringRef Text) {
    if (Text.empty())
      return 0;
    auto [Row, IsNew] = TextPlaces.try_emplace(Text, Texts.size());
    if (IsNew)
      Texts += Text.str() + '\0';
    return Row->second;
  }
  std::uint32_t place(const DILocation *At) {
    if (!At)
      return 0;
    if (std::uint32_t Made = PlaceNumbers.lookup(At))
      return Made;
    const DISubprogram *Function = At->getScope()->getSubprogram();
    const std::uint32_t Caller = place(At->getInlinedAt());
    Places.push_back(
        {text(At->getFilename()), text(Function->getName()), At->getLine(), At->getColumn(), Caller});
    return PlaceNumbers[At] = static_cast<std::uint32_t>(Places.size());
  }

  const DenseMap<const Function *, std::string> &KernelNames;
  std::vector<abi::GpuCheckSite> Sites;
  std::vector<abi::GpuCheckPlace> Places;
  std::string Texts;
  StringMap<std::uint32_t> TextPlaces;
  DenseMap<const DILocation *, std::uint32_t> PlaceNumbers;
};

/// For each function the kernels that reach it.
DenseMap<const Function *, std::string> kernelsReaching(const Module &M, const std::vector<Kernel> &Kernels) {
  DenseMap<const Function *, std::string> Names;
  for (const Kernel &K : Kernels)
    if (const Function *Entry = M.getFunction(K.Entry))
      for (auto &[Symbol, At] : reachedFrom(*Entry))
        if (auto *F = dyn_cast<Function>(Symbol)) {
          std::string &Name = Names[F];
          Name += (Name.empty() ? "" : " or ") + K.Name;
        }
  return Names;
}

/// The operand of a call that is a site.
std::optional<unsigned> siteOperand(StringRef Callee) {
  if (Callee == "__kcc_check_outside")
    return 4;
  if (Callee == "__kcc_check_integers")
    return 3;
  if (Callee == "__kcc_check_conversion")
    return 2;
  return Callee == "__kcc_check_nan" ? std::optional(4u) : std::nullopt;
}

} // namespace

void describeGpuSites(Module &M, const std::vector<Kernel> &Kernels) {
  constexpr unsigned GlobalSpace = 1;
  dropChecksInCombinations(M);
  const DenseMap<const Function *, std::string> Names = kernelsReaching(M, Kernels);
  SiteTable Table(Names);
  struct Use {
    CallInst *Call;
    unsigned Operand;
    std::size_t Index;
  };
  SmallVector<Use, 64> Uses;
  for (Function &F : M)
    if (std::optional<unsigned> Operand = siteOperand(F.getName())) {
      SmallVector<CallInst *, 32> Calls;
      for (User *U : F.users())
        Calls.push_back(cast<CallInst>(U));
      for (CallInst *Call : reverse(Calls)) // as in the code
        if (auto *Site = dyn_cast<GlobalVariable>(Call->getArgOperand(*Operand)->stripPointerCasts()))
          Uses.push_back({Call, *Operand,
                          Table.add(*Call, *cast<ConstantStruct>(Site->getInitializer()),
                                    F.getName() != "__kcc_check_outside")});
    }
  if (!Uses.empty()) {
    const std::string Bytes = Table.bytes();
    Constant *Data = ConstantDataArray::getRaw(Bytes, Bytes.size(), Type::getInt8Ty(M.getContext()));
    const std::string Name =
        abi::check_sites_prefix + utohexstr(xxh3_64bits(M.getName().str() + Bytes), /*LowerCase=*/true, 16);
    auto *Variable =
        new GlobalVariable(M, Data->getType(), /*isConstant=*/false, GlobalValue::ExternalLinkage, Data, Name,
                           nullptr, GlobalValue::NotThreadLocal, GlobalSpace);
    Variable->setAlignment(Align(16));
    for (const Use &U : Uses) {
      Constant *Row = ConstantExpr::getInBoundsGetElementPtr(
          Type::getInt8Ty(M.getContext()), Variable,
          ConstantInt::get(Type::getInt64Ty(M.getContext()), SiteTable::offsetOf(U.Index)));
      U.Call->setArgOperand(U.Operand,
                            ConstantExpr::getAddrSpaceCast(Row, PointerType::get(M.getContext(), 0)));
    }
  }
  for (Function &F : M)
    if (F.getName().starts_with("__kcc_check_") && !F.isDeclaration()) {
      F.setVisibility(GlobalValue::DefaultVisibility);
      F.setLinkage(GlobalValue::InternalLinkage);
    }
  for (Function &F : make_early_inc_range(M))
    if (F.getName().starts_with("__kcc_check_") && F.use_empty())
      F.eraseFromParent();
  // First sites, then what they refer to.
  for (int Round = 0; Round != 2; ++Round)
    for (GlobalVariable &V : make_early_inc_range(M.globals()))
      if (V.getName().starts_with("kcc.check.")) {
        V.removeDeadConstantUsers();
        if (V.use_empty())
          V.eraseFromParent();
      }
}

} // namespace kcc::compiler
