// Compares two targets' manifests of one source. It compares their JSON, so it covers everything in the
// manifest.
#include "manifest/Manifest.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace llvm;

namespace kcc::compiler {

/// The members that may differ between the codes of an image.
static constexpr StringRef OfOneCode[] = {"max_threads",    "static_shared_bytes", "uses_barrier",
                                          "uses_grid_sync", "dynamic_stack",       "left_out"};

static std::string textOf(const json::Value *V) {
  std::string Text;
  raw_string_ostream Stream(Text);
  if (V)
    Stream << *V;
  else
    Stream << "nothing";
  return Text;
}

/// The name by which users know an element of a list, if it has one.
static std::string nameOf(const json::Value &V) {
  if (const json::Object *O = V.getAsObject())
    if (std::optional<StringRef> Name = O->getString("name"))
      return ("'" + *Name + "'").str();
  return "";
}

/// The innermost things that differ: "kernels 'k' parameters 's' size: 8 and 16". Empty if there are none.
static std::string difference(const Twine &Where, const json::Value *A, const json::Value *B) {
  if (A && B && *A == *B)
    return "";
  std::string Path = Where.str();
  const json::Object *First = A ? A->getAsObject() : nullptr, *Second = B ? B->getAsObject() : nullptr;
  if (First && Second) {
    std::set<std::string> Keys;
    for (const json::Object *O : {First, Second})
      for (const auto &[Key, Value] : *O)
        if (!is_contained(OfOneCode, StringRef(Key)))
          Keys.insert(Key.str());
    for (const std::string &Key : Keys)
      if (std::string Found = difference(Path + " " + Key, First->get(Key), Second->get(Key)); !Found.empty())
        return Found;
    return "";
  }
  const json::Array *Left = A ? A->getAsArray() : nullptr, *Right = B ? B->getAsArray() : nullptr;
  if (Left && Right) {
    auto At = [](const json::Array &List, std::size_t I) { return I < List.size() ? &List[I] : nullptr; };
    for (std::size_t I = 0; I != std::max(Left->size(), Right->size()); ++I) {
      const json::Value *X = At(*Left, I), *Y = At(*Right, I);
      std::string Name = nameOf(X ? *X : *Y);
      // The elements are different ones: just name them.
      if (!X || !Y || Name != nameOf(*Y))
        return Path + ": " + (X ? Name : "nothing") + " and " + (Y ? nameOf(*Y) : "nothing");
      if (std::string Found = difference(Path + " " + Name, X, Y); !Found.empty())
        return Found;
    }
    return "";
  }
  return Path + ": " + textOf(A) + " and " + textOf(B);
}

std::string interfaceDifference(const Manifest &A, const Manifest &B) {
  json::Value First = cantFail(json::parse(toJson(A))), Second = cantFail(json::parse(toJson(B)));
  std::string Found = difference("", &First, &Second);
  return StringRef(Found).ltrim().str();
}

} // namespace kcc::compiler
