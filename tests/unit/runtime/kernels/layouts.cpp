#include "layouts.h"

#include <kcc/device.h>

#include <span>

Mixed setting;
Renamed renamed_setting;

[[kcc::kernel]] void total(std::span<const Mixed> values, int *sum) {
  for (const Mixed &value : values)
    *sum += value.first + setting.first;
}

[[kcc::kernel]] void width(Renamed range, int *result) {
  *result = range.high - range.low + renamed_setting.high;
}
