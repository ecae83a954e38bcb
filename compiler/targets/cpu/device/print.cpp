// The end of a kernel that has failed.
#include <kcc/abi/cpu_functions.h>
#include <kcc/device/send_record.h>

void __kcc_print_stop() noexcept {
  kcc_cpu_trap();
}
