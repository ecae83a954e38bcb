#include "manifest/Manifest.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace kcc::compiler {

static void write(llvm::json::OStream &J, const Parameter &P) {
  J.object([&] {
    J.attribute("name", P.Name);
    J.attribute("type", P.Type);
    J.attribute("signature", P.Signature);
    J.attribute("size", P.Size);
    J.attribute("align", P.Align);
    if (!P.Fields.empty())
      J.attributeArray("fields", [&] {
        for (const Field &F : P.Fields)
          J.object([&] {
            J.attribute("name", F.Name);
            J.attribute("offset", F.Offset);
            J.attribute("type", F.Type);
            J.attribute("signature", F.Signature);
            J.attribute("size", F.Size);
          });
      });
    if (!P.Values.empty())
      J.attributeObject("values", [&] {
        for (const EnumValue &V : P.Values)
          J.attributeBegin(V.Name), J.rawValue(V.Value), J.attributeEnd();
      });
  });
}

static void write(llvm::json::OStream &J, const Kernel &K) {
  J.object([&] {
    J.attribute("name", K.Name);
    J.attribute("entry", K.Entry);
    J.attributeArray("parameters", [&] {
      for (const Parameter &P : K.Parameters)
        write(J, P);
    });
    J.attribute("max_threads", K.MaxThreads);
    J.attribute("static_shared_bytes", K.StaticSharedBytes);
    J.attribute("uses_barrier", K.UsesBarrier);
  });
}

std::string toJson(const Manifest &M) {
  std::string Text;
  llvm::raw_string_ostream Stream(Text);
  llvm::json::OStream J(Stream);
  J.object([&] {
    J.attribute("version", 1);
    J.attribute("source", M.Source);
    J.attributeArray("kernels", [&] {
      for (const Kernel &K : M.Kernels)
        write(J, K);
    });
  });
  return Text;
}

} // namespace kcc::compiler
