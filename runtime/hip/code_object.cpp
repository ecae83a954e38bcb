#include "code_object.h"

#include <kcc/abi/image.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <elf.h>
#include <optional>

namespace kcc::hip {

namespace {

/// Nothing if the file ends before.
template <class T> std::optional<T> read(std::string_view file, std::uint64_t offset) {
  if (offset > file.size() || file.size() - offset < sizeof(T))
    return std::nullopt;
  T value;
  std::memcpy(&value, file.data() + offset, sizeof value);
  return value;
}

/// Empty if it reaches over the file's end.
std::string_view contents(std::string_view file, const Elf64_Shdr &section) {
  if (section.sh_offset > file.size() || file.size() - section.sh_offset < section.sh_size)
    return {};
  return file.substr(section.sh_offset, section.sh_size);
}

struct Machine {
  std::uint32_t number; ///< LLVM's AMDGPUUsage, "AMDGPU Machine Architecture Field"
  std::string_view arch;
};
constexpr std::array machines{Machine{0x3f, "gfx90a"}, Machine{0x4c, "gfx942"}, Machine{0x36, "gfx1030"},
                              Machine{0x41, "gfx1100"}};

} // namespace

std::string_view arch_of_code(std::string_view code) {
  const auto header = read<Elf64_Ehdr>(code, 0);
  if (!header)
    return {};
  const auto found = std::ranges::find(machines, header->e_flags & 0xff, &Machine::number);
  return found == machines.end() ? std::string_view() : found->arch;
}

std::string_view manifest_of_code(std::string_view code) {
  const auto header = read<Elf64_Ehdr>(code, 0);
  if (!header)
    return {};
  const auto section = [&](std::uint64_t index) {
    return read<Elf64_Shdr>(code, header->e_shoff + index * sizeof(Elf64_Shdr));
  };
  const auto names = section(header->e_shstrndx);
  if (!names)
    return {};
  const std::string_view all_names = contents(code, *names);
  for (unsigned i = 0; i < header->e_shnum; ++i) {
    const auto candidate = section(i);
    if (!candidate || candidate->sh_name >= all_names.size())
      return {};
    const std::string_view name = all_names.substr(candidate->sh_name);
    if (name.substr(0, name.find('\0')) == abi::amdgpu_manifest_section)
      return contents(code, *candidate);
  }
  return {};
}

} // namespace kcc::hip
