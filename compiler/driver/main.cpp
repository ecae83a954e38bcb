#include "driver/Driver.h"
#include "driver/Heap.h"
#include "targets/Registry.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <unistd.h>

/// The C++ headers in the tool's own folder in a bundle, for machines without a compiler.
static std::string sysrootBesideTool() {
  llvm::SmallString<256> Path(llvm::sys::fs::getMainExecutable(nullptr, nullptr));
  llvm::sys::path::remove_filename(Path);
  llvm::sys::path::append(Path, "sysroot");
  return llvm::sys::fs::is_directory(Path) ? std::string(Path) : std::string();
}

/// Before the constructors of LLVM's options, which allocate.
[[gnu::constructor(101)]] static void prepare() {
  kcc::compiler::prepareHeap();
}

int main(int Count, const char **Arguments) {
  using namespace kcc::compiler;
  // Exceeding the process's file size limit is reported as a write error, like a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  initializeTargets();
  Environment E{llvm::outs(), llvm::errs(), llvm::errs().has_colors(), sysrootBesideTool()};
  int Status = runDriver(llvm::ArrayRef(Arguments, Count), llvm::vfs::getRealFileSystem(), E);
  llvm::outs().flush();
  if (llvm::outs().has_error()) {
    llvm::outs().clear_error();
    llvm::errs() << "kcc: error: cannot write to standard output\n";
    Status = 1;
  }
  // Everything is on disk; destroying the tables of LLVM and Clang takes longer than compiling a small
  // kernel.
  _exit(Status);
}
