// What the tests of failing drivers run: together, these functions make every call of the driver that kcc
// can make. Each frees everything that it makes. Most may be run by several threads at the same time.
#ifndef KCC_TESTS_SCENARIOS_H
#define KCC_TESTS_SCENARIOS_H

#include <kcc/runtime/device.h>

namespace scenarios {

void devices(const kcc::Device &gpu);
void copies(const kcc::Device &gpu);
void host_memory(const kcc::Device &gpu);
void graphs(const kcc::Device &gpu);
void kernels(const kcc::Device &gpu);
void memory(const kcc::Device &gpu);
void modules(const kcc::Device &gpu);
void resets(const kcc::Device &gpu);
void pools(const kcc::Device &gpu);
void other_libraries(const kcc::Device &gpu);
void other_processes(const kcc::Device &gpu);
void profiles(const kcc::Device &gpu);
void progresses(const kcc::Device &gpu);
void virtual_memory(const kcc::Device &gpu);
void streams(const kcc::Device &gpu);
void textures(const kcc::Device &gpu);

struct Scenario {
  const char *name;
  void (*run)(const kcc::Device &gpu);
  bool alone = false; ///< no other thread may use a device meanwhile
};

inline constexpr Scenario all[] = {{"Copies", copies},
                                   {"Devices", devices},
                                   {"Graphs", graphs},
                                   {"HostMemory", host_memory},
                                   {"Kernels", kernels},
                                   {"Memory", memory},
                                   {"Modules", modules},
                                   {"Pools", pools},
                                   {"Streams", streams},
                                   {"Textures", textures},
                                   {"VirtualMemory", virtual_memory},
                                   {"OtherLibraries", other_libraries},
                                   {"OtherProcesses", other_processes},
                                   {"Progresses", progresses},
                                   {"Profiles", profiles, /*alone=*/true},
                                   {"Resets", resets, /*alone=*/true}};

} // namespace scenarios

#endif
