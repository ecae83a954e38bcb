#include "choose_code.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <utility>

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

bool cubin_runs_on(const Arch &arch, int capability) {
  if (arch.number == capability)
    return true;
  constexpr std::array systems_on_a_chip{53, 62, 72, 87, 88, 101, 110};
  const auto is_one = [&](int number) {
    return std::ranges::find(systems_on_a_chip, number) != systems_on_a_chip.end();
  };
  return arch.suffix != 'a' && runs_on(arch, capability) && arch.number / 10 == capability / 10 &&
         !is_one(arch.number) && !is_one(capability);
}

const abi::Code *choose_code(const abi::Image &image, int capability) {
  const abi::Code *best = nullptr;
  std::pair<int, bool> best_rank;
  for (const abi::Code &code : std::span(image.codes, image.code_count)) {
    const bool is_cubin = code.kind == abi::CodeKind::cubin;
    if (code.kind != abi::CodeKind::ptx && !is_cubin)
      continue;
    const Arch arch = parse_arch(code.arch);
    if (!(is_cubin ? cubin_runs_on(arch, capability) : runs_on(arch, capability)))
      continue;
    const std::pair candidate(rank(arch), is_cubin);
    if (!best || candidate > best_rank) {
      best = &code;
      best_rank = candidate;
    }
  }
  return best;
}

} // namespace kcc::cuda
