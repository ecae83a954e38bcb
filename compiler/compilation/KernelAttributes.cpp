#include "compilation/KernelAttributes.h"
#include "frontend/Attributes.h"
#include "frontend/Diagnostics.h"
#include "frontend/ParsedSource.h"
#include "manifest/Manifest.h"
#include "targets/Registry.h"

#include "clang/AST/Decl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace kcc::compiler {

static const char *nameOf(FloatAttribute A) {
  return FloatAttributeNames[static_cast<std::size_t>(A)];
}

/// How a source writes \p A.
static std::string spelled(const WrittenAttribute &A) {
  std::string Arguments;
  if (A.Name == "targets")
    Arguments =
        join(map_range(split(A.Text, ','), [](StringRef Name) { return ("\"" + Name + "\"").str(); }), ", ");
  else if (A.Name == nameOf(FloatAttribute::Math))
    Arguments = A.Values[0] ? "\"reproducible\"" : "\"fast\"";
  else if (is_contained(FloatAttributeNames, A.Name))
    Arguments = A.Values[0] ? "true" : "false";
  else
    Arguments = join(map_range(A.Values, [](std::int64_t Value) { return std::to_string(Value); }), ", ");
  return A.Name.str() +
         (A.Name == nameOf(FloatAttribute::UseFastMath) && A.Values[0] ? "" : "(" + Arguments + ")");
}

bool checkAttributes(ParsedSource &Source, const Kernel &K) {
  const auto &Declaration = *cast<clang::FunctionDecl>(Source.declaration(K.Symbol));
  auto Contradict = [&](const WrittenAttribute &A, const WrittenAttribute &B) {
    report(Source.diagnostics(), A.Where, Diag::attributes_contradict)
        << spelled(A) << spelled(B) << &Declaration;
    report(Source.diagnostics(), B.Where, Diag::other_attribute_here) << spelled(B);
    return false;
  };
  auto Float = [&](FloatAttribute A) { return writtenAttributes(Declaration, nameOf(A)); };
  if (!K.BoundsValid) {
    report(Source.diagnostics(), Declaration.getLocation(), Diag::launch_bounds_invalid);
    return false;
  }
  if (K.InvalidFloat) {
    report(Source.diagnostics(), Float(*K.InvalidFloat).back().Where, Diag::float_switch_invalid)
        << nameOf(*K.InvalidFloat);
    return false;
  }
  if (std::optional<WrittenAttribute> Lost = lostAttribute(Declaration)) {
    report(Source.diagnostics(), Lost->Where, Diag::attribute_after_template)
        << Lost->Name << Declaration.getDeclName();
    return false;
  }
  SmallVector<StringRef, 8> Names(std::begin(FloatAttributeNames), std::end(FloatAttributeNames));
  Names.push_back("launch_bounds");
  for (StringRef Name : Names) {
    std::vector<WrittenAttribute> All = writtenAttributes(Declaration, Name);
    for (const WrittenAttribute &Other : All)
      if (Other.Values != All.back().Values)
        return Contradict(All.back(), Other);
  }
  std::vector<WrittenAttribute> Targets = writtenAttributes(Declaration, "targets");
  for (const WrittenAttribute &Other : Targets)
    if (Other.Text != Targets.back().Text)
      return Contradict(Targets.back(), Other);
  for (StringRef Name : split(K.Targets, ','))
    if (!K.Targets.empty() && !findTarget(Name)) {
      report(Source.diagnostics(), Targets.back().Where, Diag::targets_unknown)
          << Name << &Declaration
          << join(map_range(targetRegistry(), [](const TargetEntry &E) { return E.Name; }), ", ");
      return false;
    }
  if (auto A = K.Floats.contradictionToReproducible())
    return Contradict(Float(*A).back(), Float(FloatAttribute::Math).back());
  return true;
}

} // namespace kcc::compiler
