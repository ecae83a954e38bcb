#include "targets/metal/MetalText.h"
#include "kcc/abi/vulkan_code.h"
#include "targets/metal/SpirvCross.h"
#include "targets/spirv/ModuleWriter.h"
#include "targets/spirv/SpirvModule.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <cstring>
#include <vector>

using namespace llvm;

namespace kcc::compiler {
namespace {

/// The notes of a module (kcc/abi/spirv_notes.h).
std::vector<std::string> notesOf(ArrayRef<std::uint32_t> Words) {
  constexpr std::size_t HeaderWords = 5;
  std::vector<std::string> Notes;
  for (std::size_t At = HeaderWords; At < Words.size(); At += Words[At] >> spv::WordCountShift)
    if ((Words[At] & spv::OpCodeMask) == spv::OpModuleProcessed)
      Notes.emplace_back(reinterpret_cast<const char *>(&Words[At + 1]));
  return Notes;
}

/// What defines a specialization constant: SPIRV-Cross makes it a macro.
std::string define(abi::VulkanConstant Number, StringRef Value) {
  return ("#define SPIRV_CROSS_CONSTANT_ID_" + Twine(Number) + " " + Value + "\n").str();
}

std::string sharedMemory(const Kernel &K, bool HasDynamic) {
  const std::string Words = utostr(std::max<std::uint64_t>(K.StaticSharedBytes / 4, 1)) + "u";
  if (!HasDynamic)
    return define(abi::vulkan_shared_words, Words);
  return "#ifndef KCC_DYNAMIC_SHARED_BYTES\n"
         "#error \"define KCC_DYNAMIC_SHARED_BYTES, the most that arguments.dynamic_shared_bytes will be\"\n"
         "#endif\n" +
         define(abi::vulkan_shared_words, "(" + Words + " + (KCC_DYNAMIC_SHARED_BYTES + 3u) / 4u)");
}

constexpr StringRef ForTheHost = R"(//
// [[buffer(0)]] is kcc::abi::VulkanArguments (kcc/abi/vulkan_code.h): the GPU address of the parameters, which are
// laid out like a struct of them, the address of the module's variables, which the lines with kcc- describe, and
// the address of two words, of which a thread that fails sets the first to 1. The grid there is not read. All
// memory that addresses lead to must be resident (useResource).
)";

/// Metal's compiler may change results unless it is told not to, and older ones cannot be told.
constexpr StringRef FloatingPoint = R"(#if __METAL_VERSION__ < 320
#error "this needs Metal 3.2 (macOS 15, iOS 18), whose compiler can be told not to change results"
#endif
#pragma METAL fp math_mode(safe)
#pragma METAL fp contract(off)
)";

/// What comes before SPIRV-Cross's text.
std::string preface(const Kernel &K, StringRef Source, StringRef Function, ArrayRef<std::string> Notes) {
  std::string Text = ("// Kernel '" + K.Name + "' of " + Source + ", by kcc. The function is '" + Function +
                      "'.\n" + ForTheHost)
                         .str();
  bool HasDynamic = false;
  std::uint64_t LocalBytes = 0;
  for (StringRef Note : Notes) {
    if (Note == (DynamicSharedNote + K.Entry))
      HasDynamic = true;
    else if (StringRef Local = Note; Local.consume_front(abi::spirv_local_word)) {
      if (std::uint64_t Bytes = 0; !Local.consumeInteger(10, Bytes) && Local == " " + K.Entry)
        LocalBytes = Bytes;
    } else if (Note == (abi::spirv_warps_word + K.Entry))
      Text += "// Warps are SIMD groups of 32 threads in order; on a device with others, the kernel fails.\n";
    else if (!Note.starts_with(DynamicSharedNote) && !Note.starts_with(abi::spirv_warps_word))
      Text += ("// " + Note + "\n").str();
  }
  Text += sharedMemory(K, HasDynamic);
  if (LocalBytes != 0)
    Text += define(abi::vulkan_local_words, utostr(LocalBytes / 4) + "u");
  return Text + FloatingPoint.str();
}

/// Replaces the stand-in (BlockSizeStandIn).
std::string withBlockSize(std::string Text) {
  for (auto [From, To] : {std::pair<StringRef, StringRef>("gl_GlobalInvocationID", "block_size"),
                          {"[[thread_position_in_grid]]", "[[threads_per_threadgroup]]"}})
    for (std::size_t At = Text.find(From); At != std::string::npos; At = Text.find(From, At + To.size()))
      Text.replace(At, From.size(), To);
  return Text;
}

} // namespace

Expected<std::string> metalText(StringRef Spirv, const Kernel &K, StringRef Source) {
  Expected<const SpirvCross &> Library = spirvCross();
  if (!Library)
    return Library.takeError();
  const SpirvCross &Cross = *Library;
  std::vector<std::uint32_t> Words(Spirv.size() / 4);
  std::memcpy(Words.data(), Spirv.data(), Words.size() * 4);

  void *Context = nullptr, *Parsed = nullptr, *Compiler = nullptr, *Options = nullptr;
  if (Cross.context_create(&Context) != SpirvCross::Success)
    return createStringError("SPIRV-Cross does not start");
  const scope_exit Destroy([&] { Cross.context_destroy(Context); });
  // All that the modules use is in Metal 3.0. Without temporaries, it would read memory where a
  // value is used, after stores that come between, and add small integers in 32 bits.
  constexpr unsigned Version = 30000;
  const char *Body = nullptr;
  auto Translate = [&]() -> bool {
    return Cross.context_parse_spirv(Context, Words.data(), Words.size(), &Parsed) == SpirvCross::Success &&
           Cross.context_create_compiler(Context, SpirvCross::MetalBackend, Parsed, SpirvCross::TakeOwnership,
                                         &Compiler) == SpirvCross::Success &&
           Cross.compiler_create_compiler_options(Compiler, &Options) == SpirvCross::Success &&
           Cross.compiler_options_set_bool(Options, SpirvCross::ForceTemporary, 1) == SpirvCross::Success &&
           Cross.compiler_options_set_uint(Options, SpirvCross::MetalVersion, Version) ==
               SpirvCross::Success &&
           Cross.compiler_install_compiler_options(Compiler, Options) == SpirvCross::Success &&
           Cross.compiler_set_entry_point(Compiler, K.Entry.c_str(), SpirvCross::ComputeModel) ==
               SpirvCross::Success &&
           Cross.compiler_compile(Compiler, &Body) == SpirvCross::Success;
  };
  if (!Translate())
    return createStringError("SPIRV-Cross cannot write kernel '" + K.Name + "', and says '" +
                             Cross.context_get_last_error_string(Context) + "'");
  const char *Function =
      Cross.compiler_get_cleansed_entry_point_name(Compiler, K.Entry.c_str(), SpirvCross::ComputeModel);
  std::string Text = withBlockSize(Body);
  // What SPIRV-Cross writes without a word, and Metal's compiler refuses.
  if (StringRef(Text).contains("unsupported-") || StringRef(Text).contains("as_type<device"))
    return createStringError("SPIRV-Cross has no words for a part of kernel '" + K.Name + "'");
  return preface(K, Source, Function, notesOf(Words)) + Text;
}

} // namespace kcc::compiler
