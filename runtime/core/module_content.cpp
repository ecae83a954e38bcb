#include "module_content.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <elf.h>
#include <string_view>

namespace kcc::core {

namespace {

constexpr std::string_view fatbin_magic = "\x50\xed\x55\xba", lto_ir_magic = "\xed\x43\x4e\x7f",
                           archive_magic = "!<arch>\n", spirv_magic = "\x03\x02\x23\x07";

template <class T> T at(std::span<const std::byte> bytes, std::size_t offset) noexcept {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

constexpr Elf64_Half em_amdgpu = 224; // Debian 12's <elf.h> lacks it

ContentKind elf_kind(std::span<const std::byte> bytes) noexcept {
  if (bytes.size() < sizeof(Elf64_Ehdr))
    return ContentKind::unknown;
  const auto type = at<Elf64_Half>(bytes, offsetof(Elf64_Ehdr, e_type));
  const auto machine = at<Elf64_Half>(bytes, offsetof(Elf64_Ehdr, e_machine));
  if (machine == em_amdgpu)
    return ContentKind::amdgpu;
  if (machine == EM_CUDA)
    return type == ET_REL ? ContentKind::relocatable_cubin : ContentKind::cubin;
  return type == ET_DYN   ? ContentKind::host_library
         : type == ET_REL ? ContentKind::host_object
                          : ContentKind::unknown;
}

/// Without a NUL, at which the driver would stop, and without control characters where they are cheap to
/// find.
bool is_text(std::string_view text) noexcept {
  return !text.empty() && text.find('\0') == std::string_view::npos &&
         std::ranges::all_of(text.substr(0, 256), [](char c) {
           const auto byte = static_cast<unsigned char>(c);
           return byte >= ' ' || (byte >= '\t' && byte <= '\r');
         });
}

} // namespace

ContentKind content_kind(std::span<const std::byte> bytes) noexcept {
  const std::string_view text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  if (text.starts_with(ELFMAG))
    return elf_kind(bytes);
  if (text.starts_with(fatbin_magic))
    return ContentKind::fatbin;
  if (text.starts_with(lto_ir_magic))
    return ContentKind::lto_ir;
  if (text.starts_with(archive_magic))
    return ContentKind::archive;
  if (text.starts_with(spirv_magic))
    return ContentKind::spirv;
  return is_text(text) ? ContentKind::ptx : ContentKind::unknown;
}

std::span<const std::byte> without_final_nuls(std::span<const std::byte> bytes) noexcept {
  if (content_kind(bytes) == ContentKind::unknown)
    while (!bytes.empty() && bytes.back() == std::byte{})
      bytes = bytes.first(bytes.size() - 1);
  return bytes;
}

const char *content_text(ContentKind kind) noexcept {
  switch (kind) {
  case ContentKind::ptx:
    return "PTX text";
  case ContentKind::cubin:
    return "a cubin";
  case ContentKind::relocatable_cubin:
    return "a relocatable cubin";
  case ContentKind::fatbin:
    return "a fatbin";
  case ContentKind::lto_ir:
    return "LTO-IR";
  case ContentKind::host_library:
    return "a shared object of the host";
  case ContentKind::host_object:
    return "an object file of the host";
  case ContentKind::archive:
    return "a static library";
  case ContentKind::spirv:
    return "SPIR-V";
  case ContentKind::amdgpu:
    return "a code object for AMD's GPUs";
  case ContentKind::unknown:
    break;
  }
  return "neither PTX, nor a cubin, nor a fatbin";
}

} // namespace kcc::core
