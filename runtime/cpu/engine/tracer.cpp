#include "tracer.h"

#include <cstdio>

namespace kcc::cpu {

bool is_traced() {
  std::FILE *status = std::fopen("/proc/self/status", "r");
  if (!status)
    return false;
  char line[256];
  int tracer = 0;
  while (std::fgets(line, sizeof(line), status))
    if (std::sscanf(line, "TracerPid: %d", &tracer) == 1)
      break;
  std::fclose(status);
  return tracer != 0;
}

} // namespace kcc::cpu
