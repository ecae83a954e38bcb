#include "choose_code.h"

#include <charconv>
#include <span>

namespace kcc::cuda {

namespace {

int rank(const Arch &arch) {
  return arch.number * 4 + (arch.suffix == 'a' ? 2 : arch.suffix == 'f' ? 1 : 0);
}

} // namespace

Arch parse_arch(std::string_view name) {
  if (!name.starts_with("sm_"))
    return {};
  Arch arch;
  const char *const last = name.data() + name.size();
  const auto [end, error] = std::from_chars(name.data() + 3, last, arch.number);
  if (error != std::errc() || arch.number < 10)
    return {};
  if (end == last)
    return arch;
  if (end + 1 != last || (*end != 'a' && *end != 'f'))
    return {};
  arch.suffix = *end;
  return arch;
}

bool runs_on(const Arch &arch, int capability) {
  switch (arch.suffix) {
  case 'a':
    return arch.number == capability;
  case 'f':
    return arch.number / 10 == capability / 10 && arch.number <= capability;
  default:
    return arch.number != 0 && arch.number <= capability;
  }
}

const abi::Code *choose_code(const abi::Image &image, int capability) {
  const abi::Code *best = nullptr;
  for (const abi::Code &code : std::span(image.codes, image.code_count)) {
    if (code.kind != abi::CodeKind::ptx)
      continue;
    const Arch arch = parse_arch(code.arch);
    if (runs_on(arch, capability) && (!best || rank(arch) > rank(parse_arch(best->arch))))
      best = &code;
  }
  return best;
}

} // namespace kcc::cuda
