#include "compilation/KernelFloatModes.h"
#include "frontend/Attributes.h"
#include "frontend/Diagnostics.h"
#include "frontend/ParseJob.h"
#include "frontend/ParsedSource.h"
#include "manifest/Manifest.h"

#include "clang/AST/Decl.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace kcc::compiler {

static const char *nameOf(FloatAttribute A) {
  return FloatAttributeNames[static_cast<std::size_t>(A)];
}

/// How a source writes the attribute.
static std::string written(FloatAttribute A, bool Value) {
  std::string Text = nameOf(A);
  if (A == FloatAttribute::Math)
    return Text + (Value ? "(\"reproducible\")" : "(\"fast\")");
  return A == FloatAttribute::UseFastMath && Value ? Text : Text + (Value ? "(true)" : "(false)");
}

bool checkFloatAttributes(ParsedSource &Source, const Kernel &K) {
  auto *Declaration = cast<clang::FunctionDecl>(Source.declaration(K.Symbol));
  auto Contradict = [&](FloatAttribute A, bool ValueOfA, FloatAttribute B, bool ValueOfB) {
    report(Source.diagnostics(), attributeLocation(*Declaration, A), Diag::float_attributes_contradict)
        << written(A, ValueOfA) << written(B, ValueOfB) << Declaration;
    return false;
  };
  if (K.InvalidFloat) { // for a template, the attributes have values only now
    report(Source.diagnostics(), attributeLocation(*Declaration, *K.InvalidFloat), Diag::float_switch_invalid)
        << nameOf(*K.InvalidFloat);
    return false;
  }
  if (auto A = K.FloatWithTwoValues)
    return Contradict(*A, *K.Floats[*A], *A, !*K.Floats[*A]);
  if (auto A = K.Floats.contradictionToReproducible())
    return Contradict(*A, *K.Floats[*A], FloatAttribute::Math, true);
  return true;
}

FloatModes floatModes(const ParseJob &Job, const Kernel &K) {
  FloatModes OfOptions = Job.Floats;
  if (Job.FusesByAttribute)
    OfOptions.Fuse = false;
  return K.Floats.applied(OfOptions);
}

ModeGroups groupByModes(const ParseJob &Job, const Manifest &Kernels) {
  ModeGroups Groups;
  for (const Kernel &K : Kernels.Kernels) {
    FloatModes Modes = floatModes(Job, K);
    auto Found = find(Groups.Modes, Modes);
    if (Found == Groups.Modes.end()) {
      Groups.Modes.push_back(Modes);
      Groups.Kernels.push_back({K.Function});
    } else {
      Groups.Kernels[static_cast<std::size_t>(Found - Groups.Modes.begin())].push_back(K.Function);
    }
  }
  return Groups;
}

} // namespace kcc::compiler
