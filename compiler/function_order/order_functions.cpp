// Writes the names of the functions that a program calls, in the order of their first calls, for the linker's
// --symbol-ordering-file:
//   order_functions OUTPUT KCC CACHE SOURCE...
// runs KCC with each source and an empty cache of preambles. kcc's code is 60 MB, of which a compilation
// needs a tenth, here and there. Side by side, that tenth takes fewer page faults and fits the processor's
// caches better, which saves a tenth of the time of a small kernel.
//
// Each function gets a breakpoint, which is removed when it is hit. Where processes may not be traced, the
// list is empty, and the linker keeps its own order.
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace {

/// A problem of the machine or of this program, which costs only speed.
struct Failure {
  std::string What;
};

[[noreturn]] void fail(const std::string &What) {
  throw Failure{What + ": " + std::strerror(errno)};
}

/// The functions in the symbol table of an executable at fixed addresses.
class Functions {
public:
  explicit Functions(const char *Path) {
    std::ifstream File(Path, std::ios::binary);
    Bytes.assign(std::istreambuf_iterator(File), {});
    if (Bytes.size() < sizeof(Elf64_Ehdr))
      fail(std::string("cannot read ") + Path);
    auto &Header = at<Elf64_Ehdr>(0);
    const auto *Sections = &at<Elf64_Shdr>(Header.e_shoff);
    for (const Elf64_Shdr *Table = Sections; Table != Sections + Header.e_shnum; ++Table) {
      if (Table->sh_type != SHT_SYMTAB)
        continue;
      const char *Strings = &at<char>(Sections[Table->sh_link].sh_offset);
      const auto *Symbols = &at<Elf64_Sym>(Table->sh_offset);
      for (const Elf64_Sym *S = Symbols; S != Symbols + Table->sh_size / sizeof(Elf64_Sym); ++S)
        if (ELF64_ST_TYPE(S->st_info) == STT_FUNC && S->st_shndx != SHN_UNDEF && S->st_size != 0)
          Names.emplace(S->st_value, Strings + S->st_name);
    }
  }
  const std::unordered_map<std::uint64_t, const char *> &names() const { return Names; }

private:
  template <class T> const T &at(std::uint64_t Offset) const {
    return *reinterpret_cast<const T *>(Bytes.data() + Offset);
  }
  std::vector<char> Bytes;
  std::unordered_map<std::uint64_t, const char *> Names;
};

pid_t start(const std::vector<std::string> &Command, bool Traced) {
  std::vector<char *> Arguments;
  for (const std::string &A : Command)
    Arguments.push_back(const_cast<char *>(A.c_str()));
  Arguments.push_back(nullptr);
  pid_t Child = fork();
  if (Child < 0)
    fail("fork");
  if (Child == 0) {
    personality(ADDR_NO_RANDOMIZE); // the same order in each build
    if (Traced && ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0)
      _exit(126);
    execv(Arguments[0], Arguments.data());
    _exit(127);
  }
  return Child;
}

/// The state in which the process stops or ends next.
int await(pid_t &Process) {
  int Status = 0;
  while ((Process = waitpid(Process, &Status, __WALL)) < 0)
    if (errno != EINTR)
      fail("waitpid");
  return Status;
}

void expectSuccess(int Status) {
  if (!WIFEXITED(Status) || WEXITSTATUS(Status) != 0)
    throw Failure{"kcc ended with status " + std::to_string(Status)};
}

/// One process with a breakpoint at each function.
class Trace {
public:
  Trace(const Functions &All, pid_t Main) : All(All), Main(Main) {
    Memory = open(("/proc/" + std::to_string(Main) + "/mem").c_str(), O_RDWR | O_CLOEXEC);
    if (Memory < 0)
      fail("/proc/PID/mem");
    auto [First, Last] = std::pair(~std::uint64_t(0), std::uint64_t(0));
    for (auto &[Address, Name] : All.names())
      First = std::min(First, Address), Last = std::max(Last, Address);
    std::vector<char> Text(Last + 1 - First);
    if (pread(Memory, Text.data(), Text.size(), static_cast<off_t>(First)) !=
        static_cast<ssize_t>(Text.size()))
      fail("reading the program's code");
    for (auto &[Address, Name] : All.names())
      Original[Address] = std::exchange(Text[Address - First], Breakpoint);
    if (pwrite(Memory, Text.data(), Text.size(), static_cast<off_t>(First)) !=
        static_cast<ssize_t>(Text.size()))
      fail("writing the program's code");
  }
  Trace(const Trace &) = delete;
  Trace &operator=(const Trace &) = delete;
  ~Trace() { close(Memory); }

  /// Adds to \p Order what is called.
  void run(std::vector<std::string> &Order) {
    ptrace(PTRACE_SETOPTIONS, Main, nullptr, PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL);
    ptrace(PTRACE_CONT, Main, nullptr, nullptr);
    for (;;) {
      pid_t Thread = -1;
      int Status = await(Thread);
      if (!WIFSTOPPED(Status)) {
        if (Thread != Main)
          continue;
        expectSuccess(Status);
        return;
      }
      int Signal = WSTOPSIG(Status);
      if (Signal == SIGTRAP && (Status >> 16) == 0)
        atBreakpoint(Thread, Order);
      // SIGSTOP: a new thread.
      bool IsOwn = Signal == SIGTRAP || Signal == SIGSTOP;
      ptrace(PTRACE_CONT, Thread, nullptr, static_cast<std::intptr_t>(IsOwn ? 0 : Signal));
    }
  }

private:
  static constexpr char Breakpoint = static_cast<char>(0xcc); // int3

  void atBreakpoint(pid_t Thread, std::vector<std::string> &Order) {
    user_regs_struct Registers;
    if (ptrace(PTRACE_GETREGS, Thread, nullptr, &Registers) != 0)
      fail("reading registers");
    std::uint64_t Address = --Registers.rip;
    auto Found = Original.find(Address);
    if (Found == Original.end())
      throw Failure{"a trap that is none of ours"};
    if (pwrite(Memory, &Found->second, 1, static_cast<off_t>(Address)) != 1 ||
        ptrace(PTRACE_SETREGS, Thread, nullptr, &Registers) != 0)
      fail("resuming");
    Order.push_back(All.names().at(Address));
  }

  const Functions &All;
  pid_t Main;
  int Memory;
  std::unordered_map<std::uint64_t, char> Original; ///< the bytes that breakpoints replace
};

std::vector<std::string> order(const char *Kcc, const std::string &Cache, char **Sources) {
  std::vector<std::string> Order;
  Functions All(Kcc);
  for (char **Source = Sources; *Source != nullptr; ++Source) {
    std::filesystem::remove_all(Cache);
    // The first compilation leaves a mark, the second makes the precompiled preamble and then uses it.
    for (bool Traced : {false, true}) {
      pid_t Process = start({Kcc, "--cache-dir=" + Cache, "--emit=ptx", "-o", "/dev/null", *Source}, Traced);
      int Status = await(Process);
      if (!Traced)
        expectSuccess(Status);
      else if (!WIFSTOPPED(Status))
        throw Failure{"processes may not be traced here"};
      else
        Trace(All, Process).run(Order);
    }
  }
  std::filesystem::remove_all(Cache);
  return Order;
}

} // namespace

int main(int Count, char **Arguments) {
  if (Count < 5) {
    std::fprintf(stderr, "usage: order_functions OUTPUT KCC CACHE SOURCE...\n");
    return 2;
  }
  std::vector<std::string> Order;
  try {
    Order = order(Arguments[2], Arguments[3], Arguments + 4);
  } catch (const Failure &F) {
    std::fprintf(stderr, "order_functions: kcc keeps the linker's order: %s\n", F.What.c_str());
  }
  std::ofstream Output(Arguments[1]);
  std::unordered_set<std::string> Seen;
  for (const std::string &Name : Order)
    if (Seen.insert(Name).second)
      Output << Name << "\n";
  Output.close();
  return Output ? 0 : 1;
}
