#include "targets/nvptx/Architectures.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

namespace kcc::compiler {

// From 7.0, which came with CUDA 11.0, to the newest that LLVM knows. There is no 7.9.
static constexpr unsigned Versions[] = {70, 71, 72, 73, 74, 75, 76, 77, 78, 80,
                                        81, 82, 83, 84, 85, 86, 87, 88, 90};

ArrayRef<unsigned> ptxVersions() {
  return Versions;
}

std::string ptxVersionText(unsigned Version) {
  return std::to_string(Version / 10) + "." + std::to_string(Version % 10);
}

// The version is the lowest one that has the architecture (PTX ISA, "Release Notes"), and at least 7.0. sm_80
// has 7.1 and sm_90 has 8.0 (CUDA 11.1 and 12.0), each one more than the lowest, for waiting at barriers in
// shared memory and for bulk copies.
static constexpr Architecture KnownArchitectures[] = {
    {"sm_50", 70},   {"sm_52", 70},  {"sm_53", 70},   {"sm_60", 70},   {"sm_61", 70},  {"sm_62", 70},
    {"sm_70", 70},   {"sm_72", 70},  {"sm_75", 70},   {"sm_80", 71},   {"sm_86", 71},  {"sm_87", 74},
    {"sm_88", 90},   {"sm_89", 78},  {"sm_90", 80},   {"sm_90a", 80},  {"sm_100", 86}, {"sm_100a", 86},
    {"sm_100f", 88}, {"sm_101", 86}, {"sm_101a", 86}, {"sm_101f", 88}, {"sm_103", 88}, {"sm_103a", 88},
    {"sm_103f", 88}, {"sm_110", 90}, {"sm_110a", 90}, {"sm_110f", 90}, {"sm_120", 87}, {"sm_120a", 87},
    {"sm_120f", 88}, {"sm_121", 88}, {"sm_121a", 88}, {"sm_121f", 88},
};

const Architecture *findArchitecture(StringRef Name) {
  auto *Row = find_if(KnownArchitectures, [&](const Architecture &A) { return A.Name == Name; });
  return Row == std::end(KnownArchitectures) ? nullptr : Row;
}

unsigned Architecture::number() const {
  unsigned Sm = 0;
  StringRef Number = Name.drop_front(StringRef("sm_").size());
  Number.consumeInteger(10, Sm);
  return Sm;
}

StringRef firstArchitecture(unsigned Sm) {
  auto *Row = find_if(KnownArchitectures, [&](const Architecture &A) { return A.number() >= Sm; });
  if (Row == std::end(KnownArchitectures))
    report_fatal_error("no architecture has a builtin");
  return Row->Name;
}

std::string architectureNames() {
  std::string Names;
  for (const Architecture &A : KnownArchitectures)
    Names += (Names.empty() ? "" : ", ") + A.Name.str();
  return Names;
}

} // namespace kcc::compiler
