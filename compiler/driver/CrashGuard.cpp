#include "driver/CrashGuard.h"
#include "clang/Basic/Stack.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include <mutex>

using namespace llvm;

namespace kcc::compiler {

/// Deep templates and expressions recurse deeply; Clang guards against most of that, and code generation
/// needs room.
constexpr unsigned StackBytes = 256u << 20;

/// LLVM's reasons contain dumps of its data: "Cannot select: 0x55…: f32 = fsin 0x55…\n…\nIn function: k".
/// Users get what failed and where.
static std::string readable(StringRef Reason) {
  StringRef Function = Reason.rsplit("In function: ").second.trim();
  StringRef First = Reason.split('\n').first;
  if (First.consume_front("Cannot select: "))
    First = First.rsplit(" = ").second.split(" 0x").first.split(" t").first;
  std::string Text = "it has no instruction for '" + First.str() + "'";
  if (!Reason.starts_with("Cannot select"))
    Text = First.str();
  return Function.empty() ? Text : Text + " in function '" + Function.str() + "'";
}

static thread_local raw_ostream *CurrentErrors = nullptr;

/// LLVM has one handler per process. It serves the call of each thread.
static void onFatalError(void *, const char *Reason, bool) {
  raw_ostream &Errors = CurrentErrors ? *CurrentErrors : errs();
  Errors << "kcc: error: the back end cannot compile this: " << readable(Reason)
         << "\nkcc: note: this should have been found earlier; please report it with the source\n";
  if (CrashRecoveryContext *Context = CrashRecoveryContext::GetCurrent())
    Context->HandleExit(1);
}

int runGuarded(raw_ostream &Errors, function_ref<int()> Work) {
  int Status = 1;
  bool Returned = false;
  static std::once_flag Once;
  std::call_once(Once, [] {
    install_fatal_error_handler(onFatalError);
    CrashRecoveryContext::Enable();
  });
  CrashRecoveryContext Context;
  bool Survived = Context.RunSafelyOnThread(
      [&] {
        clang::noteBottomOfStack();
        CurrentErrors = &Errors;
        Status = Work();
        Returned = true;
      },
      StackBytes);
  // A fatal error has been reported already; a fault of the process has not.
  if (!Survived && !Returned && Context.RetCode != 1)
    Errors << "kcc: error: kcc itself failed on this source (fault " << Context.RetCode
           << "); nothing was written. Please report it with the source.\n";
  return Survived ? Status : 1;
}

} // namespace kcc::compiler
