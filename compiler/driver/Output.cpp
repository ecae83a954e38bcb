#include "driver/Output.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace kcc::compiler {

Error writeOutputs(ArrayRef<OutputFile> Files, raw_ostream &StandardOutput) {
  for (const OutputFile &File : Files) {
    if (File.Path == "-") {
      StandardOutput << File.Content;
      continue;
    }
    if (StringRef Folder = sys::path::parent_path(File.Path); !Folder.empty())
      if (std::error_code Error = sys::fs::create_directories(Folder))
        return createStringError("cannot make the folder '" + Folder + "': " + Error.message());
    Error Failed = writeToOutput(File.Path, [&](raw_ostream &Stream) {
      Stream << File.Content;
      return Error::success();
    });
    if (Failed)
      return createStringError("cannot write '" + File.Path + "': " + toString(std::move(Failed)));
  }
  return Error::success();
}

} // namespace kcc::compiler
