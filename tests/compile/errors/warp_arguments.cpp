// Arguments of warp functions in CUDA's order, the mask first.
// FAIL: %kcc -Werror %s -o %t.ptx
#include <kcc/device.h>
#include <kcc/warp.h>

[[kcc::kernel]] void arguments(std::span<float> values, std::span<int> numbers) {
  float value = values[0];
  int number = numbers[0];
  bool is_set = number > 0;

  value += kcc::warp::shuffle_down(0xffffffff, value, 16);
  // ERROR@-1:23: error: kcc: expected shuffle_down(value, delta, width, mask): the value is the first argument, and the mask the last
  number += kcc::warp::shuffle_xor(0xffffffff, number, 16);
  // ERROR@-1:58: error: kcc: expected shuffle_xor(value, lane_bits, width, mask): the value is the first argument, and the mask the last [-Werror,-Wuser-defined-warnings]
  number += kcc::warp::shuffle_up(kcc::warp::all_lanes, number, 16);
  // ERROR@-1:67: error: kcc: expected shuffle_up(value, delta, width, mask): the value is the first argument, and the mask the last [-Werror,-Wuser-defined-warnings]
  number += kcc::warp::shuffle(number, value);
  // ERROR@-1:24: error: kcc: expected shuffle(value, lane, width, mask): the value is the first argument, and the mask the last
  number += kcc::warp::broadcast(~0u, number);
  // ERROR@-1:45: error: kcc: expected broadcast(value, lane, mask): the value is the first argument, and the mask the last [-Werror,-Wuser-defined-warnings]
  number += static_cast<int>(kcc::warp::ballot(0xffffffff, is_set));
  // ERROR@-1:41: error: kcc: expected ballot(predicate, mask): the value is the first argument, and the mask the last
  is_set = kcc::warp::any(0xff, number > 0);
  // ERROR@-1:23: error: kcc: expected any(predicate, mask): the value is the first argument, and the mask the last
  number += static_cast<int>(kcc::warp::match_any(0xffffffff, number));
  // ERROR@-1:69: error: kcc: expected match_any(value, mask): the value is the first argument, and the mask the last [-Werror,-Wuser-defined-warnings]

  // All right.
  number += kcc::warp::broadcast(number) + kcc::warp::broadcast(number, 3, 15);
  number += static_cast<int>(kcc::warp::ballot(number & 1) + kcc::warp::ballot(number & 1, 15u));
  for (int distance = 16; distance != 0; distance /= 2)
    value += kcc::warp::shuffle_down(value, distance);
  values[0] = value + is_set;
  numbers[0] = number;
}
