#include "support/Version.h"
#include "clang/Basic/Version.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include <elf.h>
#include <link.h>

using namespace llvm;

namespace kcc::compiler {

std::string versionText() {
  return "kcc " KCC_VERSION " (LLVM " LLVM_VERSION_STRING ")";
}

/// The build ids of the tool and, if it is a shared library, of LLVM: the linker computes them from all
/// content.
struct BuildIds {
  std::string Text;
  bool HasOwn = false;
};

static int addBuildId(dl_phdr_info *Object, std::size_t, void *Result) {
  auto &Ids = *static_cast<BuildIds *>(Result);
  StringRef File = Object->dlpi_name; // empty for the tool itself
  if (!File.empty() && !File.contains("LLVM") && !File.contains("clang"))
    return 0;
  for (int I = 0; I < Object->dlpi_phnum; ++I) {
    const ElfW(Phdr) &Segment = Object->dlpi_phdr[I];
    if (Segment.p_type != PT_NOTE)
      continue;
    const auto *At = reinterpret_cast<const char *>(Object->dlpi_addr + Segment.p_vaddr);
    for (const char *End = At + Segment.p_memsz; At + sizeof(ElfW(Nhdr)) <= End;) {
      const auto *Note = reinterpret_cast<const ElfW(Nhdr) *>(At);
      StringRef Name(At + sizeof(*Note), Note->n_namesz);
      StringRef Content(Name.data() + alignTo(Note->n_namesz, 4), Note->n_descsz);
      if (Note->n_type == NT_GNU_BUILD_ID && Name == StringRef("GNU", 4)) {
        Ids.Text += toHex(Content) + " ";
        Ids.HasOwn |= File.empty();
      }
      At = Content.data() + alignTo(Note->n_descsz, 4);
    }
  }
  return 0;
}

std::string buildIdentity() {
  BuildIds Ids;
  dl_iterate_phdr(addBuildId, &Ids);
  sys::fs::file_status Status;
  if (!Ids.HasOwn && !sys::fs::status("/proc/self/exe", Status))
    Ids.Text +=
        utohexstr(Status.getSize()) + " " +
        utohexstr(static_cast<std::uint64_t>(Status.getLastModificationTime().time_since_epoch().count()));
  return versionText() + " " + clang::getClangFullVersion() + " " + Ids.Text;
}

} // namespace kcc::compiler
