// The objects of the library.
#ifndef KCC_TESTS_FAKE_OPENCL_OBJECTS_H
#define KCC_TESTS_FAKE_OPENCL_OBJECTS_H

#include "fake_opencl.h"

#include "opencl/opencl_types.h"

namespace kcc::opencl {

struct PlatformObject {
  std::size_t first, last; ///< its devices, by their numbers
};
struct DeviceObject {
  const fake_opencl::Device *device;
};
struct ContextObject {
  DeviceRef device;
};
struct EventObject {
  std::size_t owners = 1;
  bool is_done = false;
  std::uint64_t time = 0;
};
struct QueueObject {
  struct Command {
    std::vector<EventRef> waits;
    std::function<void()> run;
    EventRef event;
  };
  std::deque<Command> commands; ///< that are not done yet
  std::vector<std::uint64_t> properties;
};
struct ProgramObject {
  std::string code;
  bool is_built = false;
};
struct KernelObject {
  fake_opencl::Launch launch;
};

} // namespace kcc::opencl

namespace fake_opencl {

/// Whether a call that may fail fails now; the name is the function's.
bool fails(const char *name);
/// Runs the commands that wait for nothing any more.
void run_commands();
std::vector<kcc::opencl::QueueRef> &queues();
void count(const char *kind, int change);

} // namespace fake_opencl

#endif
