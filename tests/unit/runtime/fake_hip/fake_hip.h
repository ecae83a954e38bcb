// HIP for tests: a libamdhip64.so without a GPU, which keeps memory on the host, records calls and fails on
// demand. What is put into streams is done at once, or in `lazy` mode when something waits for it. Kernels
// are functions of the test.
#ifndef KCC_TESTS_FAKE_HIP_H
#define KCC_TESTS_FAKE_HIP_H

#include <array>
#include <cstddef>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fake_hip {

struct Launch {
  std::string entry;
  std::array<unsigned, 3> grid, block;
  unsigned dynamic_shared_bytes;
  void *stream;
  std::vector<std::byte> parameters;

  /// The value at this place of the parameters.
  template <class T> T parameter(std::size_t offset) const {
    T value{};
    if (offset + sizeof(T) <= parameters.size())
      std::memcpy(&value, parameters.data() + offset, sizeof value);
    return value;
  }
};

/// A kernel of the whole grid. Returns the error with which it destroys the device, or 0.
using Kernel = std::function<int(const Launch &)>;

/// A GPU that HIP reports.
struct Gpu {
  const char *name, *arch;
  int multiprocessors, clock_khz;
};

inline constexpr std::array gpus{Gpu{"Fake RX 7900", "gfx1100", 96, 2500000},
                                 Gpu{"Fake MI210", "gfx90a:sramecc+:xnack-", 104, 2400000},
                                 Gpu{"Fake RX 580", "gfx803", 36, 1340000}};

struct Created {
  unsigned flags;
  int priority; ///< of a stream
};

struct State {
  std::recursive_mutex mutex;
  std::vector<std::string> calls;            ///< names of all calls, in order
  std::map<std::string, int> next_result;    ///< the result of the next call of a function; cleared by it
  std::map<std::string, int> lasting_result; ///< the result of every call of a function
  std::optional<std::size_t> fail_call; ///< index, from 0, of the call that fails from now on; cleared by it
  int fail_with = 0;                    ///< its result
  std::string failed;                   ///< its name
  std::map<int, int> bad_gpus;          ///< the result of queries about a GPU
  std::map<int, int> destroyed;         ///< devices that a kernel has destroyed, and with which error
  bool lazy = false;
  std::map<std::string, Kernel> kernels; ///< by entry; others do nothing
  std::vector<Launch> launches;          ///< when they are made
  std::map<void *, std::size_t> memory;  ///< live device memory and its size
  std::map<void *, std::size_t> pinned;  ///< live page-locked memory of the host, likewise
  std::set<void *> registered;           ///< that of the program among it
  std::set<void *> streams, events, modules;
  struct Abandoned {
    std::map<void *, std::size_t> memory, pinned;
    std::set<void *> streams, events;
  };
  std::vector<Abandoned> abandoned;
  std::vector<Created> streams_made, events_made;
  unsigned pinned_flags = 0;                    ///< of the last page-locked memory
  std::map<std::string, std::byte *> variables; ///< of the last module, by symbol; 8 bytes each
  std::size_t stack_bytes = 1024;
  unsigned device_flags = 0;
  std::vector<std::pair<unsigned, int>> advice; ///< on managed memory: what, and for which device
  int prefetched_to = -2;                       ///< the last device, -1 for the host
  int max_threads_per_block = 1024;             ///< of every function

  int count(const std::string &call) const {
    int found = 0;
    for (const std::string &made : calls)
      found += made == call;
    return found;
  }
  /// The number of live objects except modules, which may stay until a call waits for the device.
  std::size_t alive() const { return memory.size() + pinned.size() + streams.size() + events.size(); }
  /// Forgets the live objects, which a test has deliberately left.
  void abandon() {
    abandoned.push_back({std::exchange(memory, {}), std::exchange(pinned, {}), std::exchange(streams, {}),
                         std::exchange(events, {})});
    registered.clear();
  }
  /// Restores the initial state, except for live objects.
  void reset() {
    const std::lock_guard lock(mutex);
    calls.clear();
    next_result.clear();
    lasting_result.clear();
    fail_call.reset();
    bad_gpus.clear();
    destroyed.clear();
    lazy = false;
    kernels.clear();
    launches.clear();
    streams_made.clear();
    events_made.clear();
    advice.clear();
    stack_bytes = 1024;
    max_threads_per_block = 1024;
  }
};

/// The state of the process.
State &state();

/// The current device and the last error of the calling thread.
int current_device();
void set_current_device(int device);
int last_error();

} // namespace fake_hip

#endif
