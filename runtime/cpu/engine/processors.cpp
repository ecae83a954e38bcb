// Determines how many processors the process may use.
#include "settings.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <sched.h>
#include <sstream>
#include <string>
#include <thread>

namespace kcc::cpu {
namespace {

/// std::thread::hardware_concurrency() may count all processors of the machine, whatever the affinity.
unsigned processors_of_affinity() {
  // The set must be large enough for the mask of the system's kernel.
  for (int processors = 1024; processors <= 1 << 20; processors *= 2) {
    cpu_set_t *set = CPU_ALLOC(static_cast<unsigned>(processors));
    if (set == nullptr)
      break;
    const std::size_t bytes = CPU_ALLOC_SIZE(static_cast<unsigned>(processors));
    const int count = sched_getaffinity(0, bytes, set) == 0 ? CPU_COUNT_S(bytes, set) : 0;
    CPU_FREE(set);
    if (count > 0)
      return static_cast<unsigned>(count);
  }
  return std::max(1u, std::thread::hardware_concurrency());
}

/// The lowest quota of a control group and its ancestors, in processors. `read` takes a group's folder.
template <class Read>
std::optional<double> least_quota(const std::string &root, std::string group, const Read &read) {
  std::optional<double> least;
  for (;;) {
    const std::optional<double> quota = read(root + group);
    if (quota && (!least || *quota < *least))
      least = quota;
    if (group.empty() || group == "/")
      return least;
    group.resize(group.rfind('/'));
  }
}

std::optional<double> in_processors(double quota, double period) {
  if (quota > 0 && period > 0)
    return quota / period;
  return std::nullopt;
}

/// Version 2: "max 100000" or "150000 100000".
std::optional<double> unified_quota(const std::string &folder) {
  double quota = 0, period = 0;
  std::ifstream(folder + "/cpu.max") >> quota >> period;
  return in_processors(quota, period);
}

/// Version 1: one file each; -1 means no limit.
std::optional<double> legacy_quota(const std::string &folder) {
  double quota = 0, period = 0;
  std::ifstream(folder + "/cpu.cfs_quota_us") >> quota;
  std::ifstream(folder + "/cpu.cfs_period_us") >> period;
  return in_processors(quota, period);
}

} // namespace

std::optional<double> quota_of_control_groups(const std::string &groups, const std::string &root) {
  std::optional<double> least;
  std::istringstream lines(groups);
  for (std::string line; std::getline(lines, line);) { // "4:cpu,cpuacct:/user.slice" or "0::/user.slice"
    const auto first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos)
      continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const std::string group = line.substr(second + 1);
    std::optional<double> quota;
    if (controllers == ",,")
      quota = least_quota(root, group, unified_quota);
    else if (controllers.find(",cpu,") != std::string::npos)
      quota = least_quota(root + "/cpu", group, legacy_quota);
    if (quota && (!least || *quota < *least))
      least = quota;
  }
  return least;
}

unsigned usable_processors() {
  double processors = processors_of_affinity();
  std::ostringstream groups;
  groups << std::ifstream("/proc/self/cgroup").rdbuf();
  if (const auto quota = quota_of_control_groups(groups.str(), "/sys/fs/cgroup"))
    processors = std::min(processors, *quota);
  return std::clamp(static_cast<unsigned>(processors + 0.999), 1u, max_thread_count);
}

} // namespace kcc::cpu
