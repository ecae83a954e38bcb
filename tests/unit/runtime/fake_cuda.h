// A CUDA driver for tests: a libcuda.so.1 without a GPU, which keeps memory on the host, records calls and
// fails on demand. It does not run kernels.
#ifndef KCC_TESTS_FAKE_CUDA_H
#define KCC_TESTS_FAKE_CUDA_H

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fake_cuda {

struct Launch {
  std::string entry;
  std::array<unsigned, 3> grid, block;
  unsigned dynamic_shared_bytes;
  void *stream;
  bool cooperative;
  std::array<unsigned, 3> cluster;
  std::vector<std::vector<std::byte>> arguments; ///< as many bytes of each as `parameter_bytes` says
};

/// A GPU that the driver reports.
struct Gpu {
  const char *name;
  int major, minor, multiprocessors, clock_khz;
};

/// Two equally fast GPUs follow a slower one.
inline constexpr std::array<Gpu, 3> gpus{Gpu{"Fake T4", 7, 5, 40, 1590000},
                                         Gpu{"Fake H200", 9, 0, 132, 1980000},
                                         Gpu{"Fake H200", 9, 0, 132, 1980000}};

struct State {
  std::recursive_mutex mutex;
  std::vector<std::string> calls;            ///< names of all calls, in order
  std::map<std::string, int> next_result;    ///< the result of the next call of a function; cleared by it
  std::map<std::string, int> lasting_result; ///< the result of every call of a function
  std::optional<std::size_t> fail_call; ///< index, from 0, of the call that fails from now on; cleared by it
  int fail_with = 0;                    ///< its result
  std::string failed;                   ///< its name
  std::map<int, int> bad_gpus;          ///< the result of queries about a GPU
  std::string jit_error_log;            ///< what a failing cuModuleLoadDataEx writes
  std::map<std::string, std::vector<std::size_t>> parameter_bytes; ///< of each entry
  int max_threads_per_block = 1024;                                ///< of every function
  int static_shared_bytes = 0;                                     ///< of every function
  int resident_blocks = 4;                                         ///< per function and multiprocessor
  int resident_clusters = 9;                                       ///< per function, on the GPU
  bool cooperative = true;                                         ///< whether GPUs have cooperative launches
  std::vector<Launch> launches;
  std::map<std::pair<void *, std::string>, std::vector<std::byte>> globals; ///< of each module, by symbol
  std::size_t stack_bytes = 1024;                                           ///< set by cuCtxSetLimit
  std::size_t heap_bytes = 0;                                               ///< by cuCtxSetLimit
  std::vector<std::string> loaded;                                          ///< texts of the modules loaded
  std::map<std::string, int> granted_shared_bytes;   ///< of each entry, by cuFuncSetAttribute
  std::set<void *> memory, streams, events, modules; ///< live objects
  std::vector<std::set<void *>> abandoned;           ///< objects that a test has deliberately left alive
  std::uintptr_t print_control = 0; ///< the value of each module's variable `kcc_print_control`
  bool late_copies = false;         ///< copies from the host are done when a call waits, as for pinned memory
  std::vector<std::function<void()>> late; ///< those copies
  bool quiet = false; ///< nothing is recorded and nothing fails: for counting what kcc itself does

  int count(const std::string &call) const {
    int found = 0;
    for (const std::string &made : calls)
      found += made == call;
    return found;
  }
  std::size_t alive() const { return memory.size() + streams.size() + events.size(); }
  void abandon() {
    for (auto *kind : {&memory, &streams, &events})
      abandoned.push_back(std::exchange(*kind, {}));
  }
  /// Restores the initial state, except for live objects.
  void reset() {
    const std::lock_guard lock(mutex);
    calls.clear();
    fail_call.reset();
    next_result.clear();
    lasting_result.clear();
    jit_error_log.clear();
    max_threads_per_block = 1024;
    static_shared_bytes = 0;
    resident_blocks = 4;
    resident_clusters = 9;
    cooperative = true;
    launches.clear();
    loaded.clear();
    granted_shared_bytes.clear();
    quiet = false;
    late_copies = false;
    late.clear();
  }
  void copy_late() {
    for (const auto &copy : std::exchange(late, {}))
      copy();
  }
};

/// The state of the process.
State &state();

} // namespace fake_cuda

#endif
