// A CUDA driver for tests: a libcuda.so.1 without a GPU, which keeps memory on the host, records calls and
// fails on demand. It does not run kernels.
#ifndef KCC_TESTS_FAKE_CUDA_H
#define KCC_TESTS_FAKE_CUDA_H

#include <array>
#include <cstddef>
#include <cstdint>
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
  std::map<unsigned, int> attributes = {};       ///< the others, by kcc::cuda::LaunchAttributeKind
};

/// An input of the linker.
struct Linked {
  unsigned type; ///< kcc::cuda::JitInput
  std::string bytes, name;
};

/// A texture object: the resource's type and how it is sampled, with the driver's numbers.
struct Texture {
  unsigned resource;
  std::array<unsigned, 3> address;
  unsigned filter, level_filter, flags;
  std::array<float, 4> border;
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
  std::string jit_info_log;             ///< what a successful one writes
  std::map<unsigned, std::uintptr_t> jit_options;                  ///< of the last successful one
  std::map<std::string, std::vector<std::size_t>> parameter_bytes; ///< of each entry
  int max_threads_per_block = 1024;                                ///< of every function
  int static_shared_bytes = 0;                                     ///< of every function
  int resident_blocks = 4;                                         ///< per function and multiprocessor
  int resident_threads = 0;              ///< per multiprocessor, if not 0: limits the blocks instead
  std::size_t resident_shared_bytes = 0; ///< per multiprocessor, if not 0: limits them too
  int resident_clusters = 9;             ///< per function, on the GPU
  bool cooperative = true;               ///< whether GPUs have cooperative launches
  std::vector<Launch> launches;
  std::vector<Texture> textures; ///< all that were made
  std::vector<Linked> linked;
  std::vector<std::string> functions_loaded;                                ///< entries, by cuFuncLoad
  std::map<std::pair<void *, std::string>, std::vector<std::byte>> globals; ///< of each module, by symbol
  std::map<std::string, std::vector<std::byte>> initial_globals;            ///< of modules, by symbol
  std::size_t stack_bytes = 1024;                                           ///< set by cuCtxSetLimit
  std::size_t heap_bytes = 0;                                               ///< by cuCtxSetLimit
  int cubins_loaded = 0;
  std::vector<std::string> loaded;                   ///< texts of the modules loaded
  std::map<std::string, int> granted_shared_bytes;   ///< of each entry, by cuFuncSetAttribute
  std::set<std::string> large_clusters;              ///< entries that may have them, likewise
  std::size_t available_shared_bytes = 50000;        ///< beside other blocks
  std::set<void *> memory, streams, events, modules; ///< live objects
  std::map<std::string, std::set<void *>> others;    ///< live objects of further kinds, by kind
  std::vector<std::set<void *>> abandoned;           ///< objects that a test has deliberately left alive
  std::map<int, unsigned> context_flags;             ///< of the primary contexts
  std::map<void *, unsigned long long> context_ids;  ///< tell contexts at one address apart
  unsigned foreign_flags = 0;                        ///< of the contexts that are not primary
  std::set<std::pair<int, int>> peers;               ///< devices whose memory a device can access
  std::uintptr_t print_control = 0;             ///< the value of each module's variable `kcc_print_control`
  std::map<void *, std::size_t> pinned;         ///< page-locked memory of the host and its size
  bool has_pools = true;                        ///< whether GPUs have pools; asked once for each
  unsigned pinned_flags = 0;                    ///< of the last such memory
  std::vector<std::pair<unsigned, int>> advice; ///< on managed memory: what, and for which device
  int prefetched_to = -2;                       ///< the last device, -1 for the host
  std::map<void *, std::pair<void *, std::size_t>> of_pools; ///< memory, its pool and size
  unsigned event_flags = 0;                                  ///< of the last event
  std::map<void *, std::size_t> foreign_memory;              ///< device memory of other code, and its size
  unsigned foreign_type = 2;                                 ///< its kcc::cuda::MemoryType
  unsigned foreign_managed = 0;                              ///< whether it is managed
  int foreign_device = 1;                                    ///< its device
  std::vector<std::pair<int, std::size_t>> access;           ///< to virtual memory: the device and the bytes
  bool has_virtual_memory = true;                            ///< whether GPUs have it
  std::vector<unsigned long long> semaphore_values;          ///< signaled or waited for, of other libraries
  void *freed_in = nullptr;                                  ///< the last stream that freed memory
  bool late_copies = false;                ///< copies from and to the host are done when a call waits
  std::vector<std::function<void()>> late; ///< those copies
  bool quiet = false; ///< nothing is recorded and nothing fails: for counting what kcc itself does

  int count(const std::string &call) const {
    int found = 0;
    for (const std::string &made : calls)
      found += made == call;
    return found;
  }
  /// The number of live objects except modules, which may stay until a call waits for the device.
  std::size_t alive() const {
    std::size_t count = memory.size() + streams.size() + events.size();
    for (const auto &[kind, objects] : others)
      count += objects.size();
    return count;
  }
  void abandon() {
    for (auto *kind : {&memory, &streams, &events})
      abandoned.push_back(std::exchange(*kind, {}));
    for (auto &[kind, objects] : others)
      abandoned.push_back(std::exchange(objects, {}));
    for (const auto &[start, bytes] : pinned)
      abandoned.push_back({start});
  }
  /// Restores the initial state, except for live objects.
  void reset() {
    const std::lock_guard lock(mutex);
    calls.clear();
    fail_call.reset();
    next_result.clear();
    lasting_result.clear();
    jit_error_log.clear();
    jit_info_log.clear();
    stack_bytes = 1024;
    max_threads_per_block = 1024;
    static_shared_bytes = 0;
    resident_blocks = 4;
    resident_threads = 0;
    resident_shared_bytes = 0;
    resident_clusters = 9;
    cooperative = true;
    has_virtual_memory = true;
    access.clear();
    semaphore_values.clear();
    launches.clear();
    textures.clear();
    loaded.clear();
    cubins_loaded = 0;
    linked.clear();
    functions_loaded.clear();
    granted_shared_bytes.clear();
    large_clusters.clear();
    quiet = false;
    late_copies = false;
    late.clear();
    context_flags.clear();
    peers.clear();
  }
  void copy_late() {
    for (const auto &copy : std::exchange(late, {}))
      copy();
  }
};

/// The state of the process.
State &state();

/// A context of other code, not the device's primary one.
void *foreign_context(int device);

} // namespace fake_cuda

#endif
