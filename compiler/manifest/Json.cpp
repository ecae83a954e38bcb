#include "llvm/Support/JSON.h"
#include "kcc/abi/image.h"
#include "manifest/Manifest.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

namespace kcc::compiler {

static void writeLayoutIndex(llvm::json::OStream &J, int Layout) {
  if (Layout != NoLayout)
    J.attribute("layout", Layout);
}

static void write(llvm::json::OStream &J, const Field &F) {
  J.object([&] {
    J.attribute("name", F.Name);
    J.attribute("offset", F.Offset);
    if (F.Bits != 0) {
      J.attribute("first_bit", F.FirstBit);
      J.attribute("bits", F.Bits);
    }
    J.attribute("type", F.Type);
    J.attribute("signature", F.Signature);
    J.attribute("size", F.Size);
    writeLayoutIndex(J, F.Layout);
  });
}

/// Writes what parameters and variables have in common, within an object.
static void writeTyped(llvm::json::OStream &J, const Parameter &P) {
  J.attribute("name", P.Name);
  J.attribute("type", P.Type);
  J.attribute("signature", P.Signature);
  J.attribute("size", P.Size);
  J.attribute("align", P.Align);
  writeLayoutIndex(J, P.Layout);
}

/// Writes a class or enumeration of the table "types".
static void write(llvm::json::OStream &J, const TypeLayout &L) {
  J.object([&] {
    J.attribute("type", L.Type);
    J.attribute("signature", L.Signature);
    J.attribute("size", L.Size);
    J.attribute("align", L.Align);
    if (!L.Library.empty())
      J.attribute("library", L.Library);
    if (!L.Bases.empty())
      J.attributeArray("bases", [&] {
        for (const Base &B : L.Bases)
          J.object([&] {
            J.attribute("offset", B.Offset);
            writeLayoutIndex(J, B.Layout);
          });
      });
    if (!L.Fields.empty())
      J.attributeArray("fields", [&] {
        for (const Field &F : L.Fields)
          write(J, F);
      });
    if (!L.Values.empty())
      J.attributeObject("values", [&] {
        for (const EnumValue &V : L.Values)
          J.attributeBegin(V.Name), J.rawValue(V.Value), J.attributeEnd();
      });
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

static void write(llvm::json::OStream &J, const SpanPlace &S) {
  J.object([&] {
    J.attribute("name", S.Name);
    J.attribute("parameter", S.Parameter);
    J.attribute("offset", S.Offset);
    J.attribute("element_size", S.ElementSize);
    if (S.Extent)
      J.attribute("extent", *S.Extent);
    J.attribute("read_only", S.ReadOnly);
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
    if (K.DynamicStack)
      J.attribute("dynamic_stack", true);
    if (K.LeftOut)
      J.attribute("left_out", true);
    if (K.NoAlias)
      J.attributeArray("no_alias", [&] {
        for (const SpanPlace &S : K.Spans)
          write(J, S);
      });
  });
}

/// \p Utf8 with all non-ASCII characters escaped: ptxas accepts no others, not even in comments.
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
    // The writer has replaced invalid UTF-8.
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
    if (!M.Types.empty())
      J.attributeArray("types", [&] {
        for (const TypeLayout &L : M.Types)
          write(J, L);
      });
  });
  return inAscii(Text);
}

} // namespace kcc::compiler
