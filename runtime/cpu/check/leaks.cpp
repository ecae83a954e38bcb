#include "leaks.h"

#include "../../check/report.h"
#include "objects.h"
#include "sites.h"

#include <mutex>
#include <string>

namespace kcc::cpu::check {

namespace {

void report_leaks() {
  for (const Object *object : objects().leaked()) {
    const Origin &origin = *object->origin;
    kcc::check::report(
        {.check = "memory",
         .rule = "leak",
         .title = "Leak of " + kcc::check::count_of_bytes(object->bytes) + " of heap memory",
         .kernel = origin.kernel,
         .launch = origin.launch,
         .who = {numbered_site(origin.site).places, origin.block, origin.thread},
         .details = {"Nobody has freed " + describe(*object) + ", and no buffer or variable points to it"}});
  }
}

} // namespace

void report_leaks_at_end() {
  static std::once_flag once;
  std::call_once(once, [] { kcc::check::report_at_end(report_leaks); });
}

} // namespace kcc::cpu::check
