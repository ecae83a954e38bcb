// Code that the fake driver loads, in the forms that the runtime tells apart.
#ifndef KCC_TESTS_FAKE_CUBIN_H
#define KCC_TESTS_FAKE_CUBIN_H

#include <cstddef>
#include <cstring>
#include <elf.h>
#include <span>
#include <string>
#include <string_view>

/// An ELF file that is nothing but its header and `text`.
inline std::string elf_file(Elf64_Half type, Elf64_Half machine, std::string_view text = {}) {
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_type = type;
  header.e_machine = machine;
  std::string file(sizeof header, '\0');
  std::memcpy(file.data(), &header, sizeof header);
  return file.append(text).append(1, '\0');
}

/// The fake driver reads the text, such as ".entry add()".
inline std::string fake_cubin(std::string_view text) {
  return elf_file(ET_EXEC, EM_CUDA, text);
}

inline std::span<const std::byte> bytes_of(const std::string &text) {
  return std::as_bytes(std::span(text));
}

#endif
