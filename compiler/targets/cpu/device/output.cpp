// The end of a kernel that has failed.
#include <kcc/abi/cpu_functions.h>
#include <kcc/device/output.h>

void __kcc_output_stop() noexcept {
  kcc_cpu_trap();
}
