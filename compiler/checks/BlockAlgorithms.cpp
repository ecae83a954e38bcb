#include "checks/BlockAlgorithms.h"
#include "checks/CheckCalls.h"
#include "checks/KnownObjects.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Function.h"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>

using namespace llvm;

namespace kcc::compiler {
namespace {

struct BlockAlgorithm {
  std::string Name;                   ///< "kcc::BlockReduce"
  std::array<std::uint32_t, 3> Shape; ///< the number of threads of its blocks along x, y and z
};

} // namespace

/// Splits a list of template arguments: "a<b, c>, d" has two.
static SmallVector<StringRef, 4> splitArguments(StringRef List) {
  SmallVector<StringRef, 4> Arguments;
  int Depth = 0;
  std::size_t Begin = 0;
  for (std::size_t I = 0; I != List.size(); ++I) {
    Depth += StringRef("<({[").contains(List[I]) ? 1 : StringRef(">)}]").contains(List[I]) ? -1 : 0;
    if (List[I] == ',' && Depth == 0) {
      Arguments.push_back(List.slice(Begin, I).trim());
      Begin = I + 1;
    }
  }
  Arguments.push_back(List.substr(Begin).trim());
  return Arguments;
}

/// The numbers of "kcc::BlockShape{256u, 1u, 1u}". Symbols leave out zeros at the end, but no shape has any.
static std::optional<std::array<std::uint32_t, 3>> shapeIn(StringRef Argument) {
  if (!Argument.consume_front("kcc::BlockShape{") || !Argument.consume_back("}"))
    return std::nullopt;
  const SmallVector<StringRef, 4> Numbers = splitArguments(Argument);
  std::array<std::uint32_t, 3> Shape{};
  if (Numbers.size() != Shape.size())
    return std::nullopt;
  for (auto [Text, Number] : zip(Numbers, Shape))
    if (Text.trim('u').getAsInteger(10, Number))
      return std::nullopt;
  return Shape;
}

/// The algorithm that \p F is a member function of. Without a value for other functions, and for
/// constructors and destructors.
static std::optional<BlockAlgorithm> blockAlgorithmOf(const Function &F) {
  const std::string Symbol = F.getName().str(); // the demangler keeps pointers into it
  if (!(StringRef(Symbol).starts_with("_ZN3kcc") || StringRef(Symbol).starts_with("_ZNK3kcc")) ||
      !StringRef(Symbol).contains("BlockShape"))
    return std::nullopt;
  ItaniumPartialDemangler Parsed;
  if (Parsed.partialDemangle(Symbol.c_str()) || Parsed.isCtorOrDtor())
    return std::nullopt;
  char *const Text = Parsed.getFunctionDeclContextName(nullptr, nullptr);
  if (!Text)
    return std::nullopt;
  const std::string Class = Text;
  std::free(Text);
  const auto [Name, List] = StringRef(Class).split('<');
  if (!Name.starts_with("kcc::Block") || !List.ends_with(">"))
    return std::nullopt;
  for (StringRef Argument : splitArguments(List.drop_back()))
    if (const auto Shape = shapeIn(Argument))
      return BlockAlgorithm{Name.str(), *Shape};
  return std::nullopt;
}

void checkBlockAlgorithm(CheckCalls &Calls, CallInst &Call) {
  const Function *F = Call.getCalledFunction();
  const auto Algorithm = F ? blockAlgorithmOf(*F) : std::nullopt;
  if (!Algorithm || blockAlgorithmOf(*Call.getFunction()))
    return;
  GlobalVariable *Site = Calls.site();
  setField(*Site, SiteField::Variable, textIn(Calls.M, Algorithm->Name));
  const auto [X, Y, Z] = Algorithm->Shape;
  IRBuilder<> &Builder = Calls.Builder;
  Builder.SetInsertPoint(&Call);
  Calls.insert(Calls.BlockCheck, {Builder.getInt32(X), Builder.getInt32(Y), Builder.getInt32(Z), Site});
}

} // namespace kcc::compiler
