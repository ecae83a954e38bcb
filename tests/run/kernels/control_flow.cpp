// Control flow that Vulkan code must put in order.
#include <kcc/device.h>

#include <span>

struct Seen {
  unsigned long value;
  int number, turns;
};

/// A switch with cases that fall through, and ways out of its loop.
[[kcc::kernel]] void falls_through(std::span<Seen> out, int n) {
  const int thread = static_cast<int>(kcc::thread_idx().x);
  unsigned long value = n;
  int number = 0, turns = 0;
  switch (thread & 7) {
  case 5:
    number = n;
    [[fallthrough]];
  case 6:
    do {
      if (++turns > 12)
        goto end;
      if (number & 1)
        value = thread;
      number += 3;
    } while (thread ^ (thread << 3));
    break;
  case 0:
    number = 9;
    break;
  default:
    value = n;
  }
  for (int i = 0; i < 3; ++i) {
    if (++turns > 12)
      goto end;
    number += static_cast<int>(value);
  }
end:
  out[thread] = {value, number, turns};
}

/// A cycle with three ways in.
[[kcc::kernel]] void three_ways_in(std::span<Seen> out, int a, unsigned b) {
  int turns = 0;
  unsigned value = 0;
  if (a > 2)
    goto two;
one:
  value = value * 3 + 1;
  if (++turns > 20)
    goto end;
  if (value & b)
    goto three;
two:
  value = value * 5 + 2;
  if (++turns > 20)
    goto end;
  if (value % 3 == 0)
    goto one;
three:
  value ^= 0x55;
  ++turns;
  if (value % 5 == 2)
    goto two;
  goto one;
end:
  out[0] = {value, a, turns};
}
