#include "driver/ClangOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace kcc::compiler {
namespace {

enum class Form { Switch, Flag, Value };
struct Row {
  StringRef Name;
  Form Takes;
};
constexpr Row Known[] = {
#define KCC_CLANG_OPTION(Name, Takes) {Name, Form::Takes},
#include "driver/ClangOptions.def"
};

/// Advice about options that people use elsewhere. The first matching prefix counts.
struct Advice {
  StringRef Prefix, Text;
};
constexpr Advice Remedies[] = {
    {"-fsanitize=fuzzer", "kernels cannot be fuzz targets"},
    {"-fsanitize", "for the CPU device's code use -fsanitize=address, undefined or both, with --target=cpu"},
    {"-fno-sanitize",
     "for the CPU device's code use -fsanitize=address, undefined or both, with --target=cpu"},
    {"-fprofile-arcs", "use --coverage, for the CPU device"},
    {"-fprofile", "count lines with --coverage, on the CPU device; profile kernels with the GPU's profiler "
                  "and --lineinfo, or the program that launches them"},
    {"-fcoverage", "use --coverage, for the CPU device"},
    {"-ftest-coverage", "use --coverage, for the CPU device"},
    {"-finstrument", "kernels cannot call the host's hooks"},
    {"-fpatchable", "kernels cannot be patched"},
    {"-fxray", "kernels cannot be patched"},
    {"-fexceptions", "there are no exceptions on devices; kcc parses 'throw' and 'try' without this option"},
    {"-frtti", "there are no type-info tables on devices"},
    {"-frounding-math",
     "rounding modes do not change on devices; use kcc::add_rd and the like of <kcc/math.h>"},
    {"-ftrapping-math", "there are no floating-point traps on devices"},
    {"-ffp-model", "use -ffast-math or -ffp-contract="},
    {"-funroll", "write '#pragma unroll' before the loop"},
    {"-fno-unroll", "write '#pragma nounroll' before the loop"},
    {"-fPIC", "leave it out: kcc's objects always fit into shared libraries"},
    {"-fpic", "leave it out: kcc's objects always fit into shared libraries"},
    {"-fPIE", "leave it out: kcc's objects always fit into position-independent programs"},
    {"-fpie", "leave it out: kcc's objects always fit into position-independent programs"},
    {"-fvisibility", "leave it out: kernels are found by their image, not by the linker"},
    {"-flto", "leave it out: kcc sees all of a kernel's code anyway"},
    {"-fopenmp", "write kernels instead of OpenMP regions"},
    {"-fmodules", "include headers; kcc keeps them precompiled"},
    {"-fstack", "leave it out: kernels have neither stack protection nor stack limits of the host"},
    {"-Wl,", "pass it to the program's linker"},
    {"-Wa,", "kcc calls no assembler"},
    {"-march", "choose GPUs with --arch; the CPU device's code runs on every processor of its kind"},
    {"-mcpu", "choose GPUs with --arch; the CPU device's code runs on every processor of its kind"},
    {"-mtune", "choose GPUs with --arch; the CPU device's code runs on every processor of its kind"},
    {"-m", "machine options do not apply to kernels; choose GPUs with --arch"},
    {"-X", "kcc passes on only options that it knows, see docs/options.md"},
    {"-Wp,", "use -D, -U, -I or --include"}};

/// Of nvcc's options, which may begin with two dashes; whole names, or prefixes that end with a dash.
constexpr Advice NvccRemedies[] = {
    {"-gencode", "choose GPUs with --arch=sm_80,sm_90"},
    {"-generate-code", "choose GPUs with --arch=sm_80,sm_90"},
    {"-G", "use -g -O0, and debug kernels on the CPU device"},
    {"-device-debug", "use -g -O0, and debug kernels on the CPU device"},
    {"-maxrregcount", "write [[kcc::launch_bounds(threads)]] before the kernel"},
    {"-restrict", "write [[kcc::no_alias]] before the kernel; launches then check it"},
    {"-rdc", "include the definitions of functions: each file is compiled whole"},
    {"-relocatable-device-code", "include the definitions of functions: each file is compiled whole"},
    {"-dc", "include the definitions of functions: each file is compiled whole"},
    {"-device-c", "include the definitions of functions: each file is compiled whole"},
    {"-expt-", "leave it out: constexpr functions and lambdas work in kernels"},
    {"-extended-lambda", "leave it out: constexpr functions and lambdas work in kernels"},
    {"-Xptxas", "pass it to ptxas with the PTX that kcc makes"},
    {"-ptxas-options", "pass it to ptxas with the PTX that kcc makes"},
    {"-ptx", "use --emit=ptx"},
    {"-cubin", "use --emit=ptx, and ptxas if a cubin is needed"},
    {"-fatbin", "use --emit=obj, an object file with PTX for each architecture"}};

} // namespace

StringRef remedyForOption(StringRef Option) {
  StringRef Nvcc = (Option.starts_with("--") ? Option.drop_front() : Option).split('=').first;
  for (const Advice &A : NvccRemedies)
    if (Nvcc == A.Prefix || (A.Prefix.ends_with("-") && Nvcc.starts_with(A.Prefix)))
      return A.Text;
  auto *Found = llvm::find_if(Remedies, [&](const Advice &A) { return Option.starts_with(A.Prefix); });
  return Found == std::end(Remedies) ? StringRef() : Found->Text;
}

namespace {

bool isKnown(StringRef Name) {
  auto [Key, Value] = Name.split('=');
  bool HasValue = Key.size() != Name.size();
  return llvm::any_of(Known, [&](const Row &R) {
    switch (R.Takes) {
    case Form::Switch:
      return Name == R.Name || (Name.starts_with("no-") && Name.drop_front(3) == R.Name);
    case Form::Flag:
      return Name == R.Name;
    case Form::Value:
      return HasValue && Key == R.Name;
    }
    return false;
  });
}

/// The known option most similar to \p Name; empty if none is similar.
std::string mostLike(StringRef Name) {
  std::string Best;
  unsigned Least = 4;
  for (const Row &R : Known)
    for (StringRef Prefix : {"", "no-"}) {
      if (!Prefix.empty() && R.Takes != Form::Switch)
        continue;
      std::string Candidate = (Prefix + R.Name).str();
      if (unsigned Distance = Name.split('=').first.edit_distance(Candidate, true, Least); Distance < Least) {
        Least = Distance;
        Best = "-f" + Candidate + (R.Takes == Form::Value ? "=" : "");
      }
    }
  return Best;
}

/// The CPU device's runtime, and Clang's code for it, support address and undefined.
std::string problemWithSanitizer(StringRef Option, bool ForGpu) {
  auto [Key, List] = Option.split('=');
  llvm::SmallVector<StringRef, 4> Kinds;
  List.split(Kinds, ',');
  bool IsKnown = llvm::all_of(Kinds, [&](StringRef Kind) {
    return Kind == "address" || Kind == "undefined" || (Key == "-fno-sanitize-recover" && Kind == "all");
  });
  if (!IsKnown || (ForGpu && Key == "-fsanitize"))
    return (Option + " has no code for " + (IsKnown ? "GPUs" : "kernels") + "; " + remedyForOption(Option))
        .str();
  return "";
}

std::string problemWithStandard(StringRef Option) {
  StringRef Standard = Option.split('=').second;
  Standard.consume_front("gnu") || Standard.consume_front("c");
  if (llvm::is_contained({"++20", "++2a", "++23", "++2b", "++26", "++2c"}, Standard))
    return "";
  return (Option +
          ": kernels are C++20 or newer; write c++20, c++23 (the default) or c++26, or gnu++ and the number")
      .str();
}

} // namespace

std::string problemWithClangOption(StringRef Option, bool ForGpu) {
  if (Option.starts_with("-std="))
    return problemWithStandard(Option);
  for (StringRef Key : {"-fsanitize=", "-fno-sanitize=", "-fno-sanitize-recover="})
    if (Option.starts_with(Key))
      return problemWithSanitizer(Option, ForGpu);
  StringRef Remedy = remedyForOption(Option);
  if (Option.starts_with("-W"))
    return Remedy.empty() ? "" : (Option + " does nothing here; " + Remedy).str();
  if (!Option.starts_with("-f") || isKnown(Option.drop_front(2)))
    return "";
  std::string Problem = (Option + " is not one of clang's options that work for kernels").str();
  if (!Remedy.empty())
    return (Problem + "; " + Remedy).str();
  if (std::string Like = mostLike(Option.drop_front(2)); !Like.empty())
    return Problem + "; did you mean " + Like + "?";
  return Problem + "; docs/options.md lists them";
}

bool sanitizesUndefined(llvm::ArrayRef<std::string> Options) {
  return llvm::any_of(Options, [](StringRef Option) {
    return Option.starts_with("-fsanitize=") && Option.contains("undefined");
  });
}

} // namespace kcc::compiler
