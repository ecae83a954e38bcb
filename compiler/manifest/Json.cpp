#include "llvm/Support/JSON.h"
#include "kcc/image.h"
#include "manifest/Manifest.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

namespace kcc::compiler {

/// What parameters and variables have in common, within an object.
static void writeTyped(llvm::json::OStream &J, const Parameter &P) {
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
}

static void write(llvm::json::OStream &J, const Parameter &P) {
  J.object([&] { writeTyped(J, P); });
}

static void write(llvm::json::OStream &J, const Global &G) {
  J.object([&] {
    writeTyped(J, G.Type);
    J.attribute("symbol", G.Symbol);
    J.attribute("memory", G.Constant ? "constant" : "global");
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
    J.attribute("uses_grid_sync", K.UsesGridSync);
  });
}

/// \p Utf8 with every character that is not ASCII escaped: ptxas reads no others, not even in comments.
static std::string inAscii(const std::string &Utf8) {
  std::string Text;
  const char *Position = Utf8.data(), *End = Position + Utf8.size();
  while (Position != End) {
    if (static_cast<unsigned char>(*Position) < 0x80) {
      Text += *Position++;
      continue;
    }
    auto *Bytes = reinterpret_cast<const llvm::UTF8 *>(Position);
    llvm::UTF32 Character = 0xfffd;
    // The writer has replaced what is no UTF-8.
    llvm::convertUTF8Sequence(&Bytes, reinterpret_cast<const llvm::UTF8 *>(End), &Character,
                              llvm::lenientConversion);
    Position = reinterpret_cast<const char *>(Bytes);
    auto Add = [&](unsigned Unit) { Text += llvm::formatv("\\u{0:x-4}", Unit).str(); };
    if (Character >= 0x10000) {
      Add(0xd800 + ((Character - 0x10000) >> 10));
      Add(0xdc00 + ((Character - 0x10000) & 0x3ff));
    } else {
      Add(Character);
    }
  }
  return Text;
}

std::string toJson(const Manifest &M) {
  std::string Text;
  llvm::raw_string_ostream Stream(Text);
  llvm::json::OStream J(Stream);
  J.object([&] {
    J.attribute("version", abi::version);
    J.attribute("source", M.Source);
    J.attributeArray("kernels", [&] {
      for (const Kernel &K : M.Kernels)
        write(J, K);
    });
    if (!M.Globals.empty())
      J.attributeArray("globals", [&] {
        for (const Global &G : M.Globals)
          write(J, G);
      });
  });
  return inAscii(Text);
}

} // namespace kcc::compiler
