// Barriers in all kinds of control flow. In an exchange, each thread mixes its value with that of the next
// thread; the host counts the exchanges.
#include "barrier_shapes.h"

#include <kcc/device.h>
#include <span>

using barrier_shapes::mix;

[[kcc::shared]] static std::uint32_t shared[barrier_shapes::most_threads];

/// Between the first `threads` threads; all others have ended.
static std::uint32_t exchange(std::uint32_t value, std::uint32_t threads) {
  const std::uint32_t rank = kcc::thread_rank();
  shared[rank] = value;
  kcc::sync_threads();
  const std::uint32_t other = shared[(rank + 1) % threads];
  kcc::sync_threads();
  return mix(value, other);
}
static std::uint32_t exchange(std::uint32_t value) {
  return exchange(value, kcc::block_dim().x * kcc::block_dim().y * kcc::block_dim().z);
}
static std::uint32_t &own(std::span<std::uint32_t> values) {
  return values[kcc::block_rank() * kcc::block_dim().x * kcc::block_dim().y * kcc::block_dim().z +
                kcc::thread_rank()];
}

[[gnu::noinline]] static std::uint32_t exchange_in_function(std::uint32_t value, std::uint32_t times) {
  for (std::uint32_t k = 0; k < times; ++k)
    value = exchange(value);
  return value;
}

/// `times` is 3 in all kernels.
[[kcc::kernel]] void straight(std::span<std::uint32_t> values, std::uint32_t) {
  own(values) = exchange(exchange(exchange(own(values))));
}

[[kcc::kernel]] void if_uniform(std::span<std::uint32_t> values, std::uint32_t times) {
  std::uint32_t value = own(values);
  if (times == 3)
    value = exchange(value);
  if (times == 4)
    value = exchange(exchange(value));
  else
    value = exchange(exchange(value));
  if (times == 5)
    value = exchange(value);
  own(values) = value;
}

[[kcc::kernel]] void loop(std::span<std::uint32_t> values, std::uint32_t times) {
  std::uint32_t value = own(values);
  for (std::uint32_t k = 0; k < times; ++k)
    value = exchange(value);
  own(values) = value;
}

[[kcc::kernel]] void two_in_a_loop(std::span<std::uint32_t> values, std::uint32_t times) {
  std::uint32_t value = own(values);
  std::uint32_t k = 0;
  for (; k + 1 < times; k += 2) {
    value = exchange(value);
    value = exchange(value);
  }
  if (k < times)
    value = exchange(value);
  own(values) = value;
}

[[kcc::kernel]] void nested_loops(std::span<std::uint32_t> values, std::uint32_t times) {
  std::uint32_t value = own(values);
  for (std::uint32_t k = 1; k < times; ++k)
    for (std::uint32_t j = 0; j < k; ++j)
      value = exchange(value);
  own(values) = value;
}

/// Half of the threads leave before.
[[kcc::kernel]] void early_return(std::span<std::uint32_t> values, std::uint32_t times) {
  const std::uint32_t threads = kcc::block_dim().x * kcc::block_dim().y * kcc::block_dim().z;
  const std::uint32_t half = (threads + 1) / 2;
  if (kcc::thread_rank() >= half) {
    own(values) = 7;
    return;
  }
  std::uint32_t value = own(values);
  for (std::uint32_t k = 0; k < times; ++k)
    value = exchange(value, half);
  own(values) = value;
}

/// In each iteration the last thread leaves.
[[kcc::kernel]] void return_from_loop(std::span<std::uint32_t> values, std::uint32_t times) {
  std::uint32_t threads = kcc::block_dim().x * kcc::block_dim().y * kcc::block_dim().z;
  std::uint32_t value = own(values);
  for (std::uint32_t k = 0; k < times; ++k) {
    value = exchange(value, threads);
    if (threads > 1 && kcc::thread_rank() == --threads) {
      own(values) = value + k;
      return;
    }
  }
  own(values) = value;
}

[[kcc::kernel]] void in_function(std::span<std::uint32_t> values, std::uint32_t times) {
  own(values) = exchange_in_function(exchange_in_function(own(values), times - 1), 1);
}

[[kcc::kernel]] void after_switch(std::span<std::uint32_t> values, std::uint32_t times) {
  std::uint32_t value = own(values);
  for (std::uint32_t k = 0; k < times; ++k) {
    switch (kcc::thread_rank() % 5) {
    case 0:
      value += 3;
      break;
    case 1:
      value ^= 0x55;
      [[fallthrough]];
    case 3:
      value *= 5;
      break;
    default:
      break;
    }
    value = exchange(value);
  }
  own(values) = value;
}

/// The threads wait at two places.
[[kcc::kernel]] void in_both_arms(std::span<std::uint32_t> values, std::uint32_t times) {
  const std::uint32_t threads = kcc::block_dim().x * kcc::block_dim().y * kcc::block_dim().z;
  const std::uint32_t rank = kcc::thread_rank();
  std::uint32_t value = own(values);
  for (std::uint32_t k = 0; k < times; ++k) {
    shared[rank] = value;
    std::uint32_t other;
    if ((rank + k) % 3 == 0) {
      kcc::sync_threads();
      other = shared[(rank + 1) % threads];
    } else {
      kcc::sync_threads();
      other = shared[(rank + 1) % threads];
    }
    kcc::sync_threads();
    value = mix(value, other);
  }
  own(values) = value;
}

[[kcc::kernel]] void break_and_continue(std::span<std::uint32_t> values, std::uint32_t times) {
  std::uint32_t value = own(values);
  std::uint32_t done = 0;
  for (std::uint32_t k = 0;; ++k) {
    if (k % 2 == 0)
      continue;
    value = exchange(value);
    if (++done == times)
      break;
  }
  own(values) = value;
}

/// Enters the loop in its middle.
[[kcc::kernel]] void irreducible(std::span<std::uint32_t> values, std::uint32_t times) {
  std::uint32_t value = own(values);
  std::uint32_t k = 0;
  if (times % 2 == 1)
    goto middle;
again:
  value = exchange(value);
  ++k;
middle:
  if (k < times) {
    if (times == 1000)
      value = exchange(value);
    goto again;
  }
  own(values) = value;
}

static std::uint32_t recursive(std::uint32_t value, std::uint32_t times) {
  if (times == 0)
    return value;
  return exchange(recursive(value, times - 1));
}
[[kcc::kernel, kcc::targets("ptx", "cpu", "amdgpu")]] void recursion(std::span<std::uint32_t> values,
                                                                     std::uint32_t times) {
  own(values) = recursive(own(values), times);
}

/// Each thread computes for another number of iterations before the barrier.
[[kcc::kernel]] void after_divergent_loop(std::span<std::uint32_t> values, std::uint32_t times) {
  std::uint32_t value = own(values);
  for (std::uint32_t k = 0; k < times; ++k) {
    for (std::uint32_t j = 0; j < (kcc::thread_rank() * 7 + k) % 5; ++j)
      value = value * 3 + j;
    value = exchange(value);
  }
  own(values) = value;
}

/// A local array that outlives the barriers and is indexed at run time.
[[kcc::kernel]] void local_array(std::span<std::uint32_t> values, std::uint32_t times) {
  std::uint32_t history[8] = {};
  std::uint32_t value = own(values);
  for (std::uint32_t k = 0; k < times; ++k) {
    history[(kcc::thread_rank() + k) % 8] = value;
    value = exchange(value);
  }
  std::uint32_t sum = 0;
  for (std::uint32_t k = 0; k < 8; ++k)
    sum += history[(kcc::thread_rank() + k) % 8] * (k + 1);
  own(values) = value + sum;
}

/// A pointer to one of two local variables outlives the barriers.
[[kcc::kernel]] void local_pointer(std::span<std::uint32_t> values, std::uint32_t times) {
  std::uint32_t value = own(values), one = value, two = value * 3, *chosen = &one;
  if (value % 3 == 1) {
    chosen = &two;
    own(values) = 0;
  }
  for (std::uint32_t k = 0; k < times; ++k) {
    value = exchange(value);
    one = value;
    *chosen = value * 5 + k;
    value += one * 7 ^ two;
  }
  own(values) = value;
}

/// A pointer to a byte of a local variable outlives the barriers.
[[kcc::kernel]] void local_byte(std::span<std::uint32_t> values, std::uint32_t times) {
  std::uint32_t value = own(values), word = value;
  unsigned char *const byte = reinterpret_cast<unsigned char *>(&word) + value % 4;
  *byte = 9;
  for (std::uint32_t k = 0; k < times; ++k) {
    value = exchange(value) + word;
    word = value;
    *byte = 7;
    value += word * 3;
  }
  own(values) = value;
}

/// Threads vote at the barrier until enough agree.
[[kcc::kernel]] void votes(std::span<std::uint32_t> values, std::uint32_t times) {
  std::uint32_t value = own(values);
  std::uint32_t k = 0;
  while (kcc::sync_threads_or(kcc::thread_rank() == 0 && k < times)) {
    const std::uint32_t odd = kcc::sync_threads_count(value % 2 == 1);
    const bool all = kcc::sync_threads_and(value % 4 != 0);
    value = exchange(value) + odd + all;
    ++k;
  }
  own(values) = value;
}

/// What decides is in shared memory: the same for all threads, which the compiler sees by its address.
[[kcc::kernel]] void shared_condition(std::span<std::uint32_t> values, std::uint32_t times) {
  [[kcc::shared]] static std::uint32_t left;
  if (kcc::thread_rank() == 0)
    left = times;
  kcc::sync_threads();
  std::uint32_t value = own(values);
  while (true) {
    const std::uint32_t now = left;
    kcc::sync_threads();
    if (now == 0)
      break;
    if (kcc::thread_rank() == 0)
      left = now - 1;
    value = exchange(value);
  }
  own(values) = value;
}

/// Different types outlive a barrier.
[[kcc::kernel]] void kept_types(std::span<std::uint32_t> values, std::uint32_t times) {
  const std::uint32_t rank = kcc::thread_rank();
  std::uint32_t value = own(values);
  const bool truth = value % 3 == 0;
  const auto byte = static_cast<std::uint8_t>(value >> 3);
  const auto small = static_cast<std::int16_t>(value * 17);
  const std::uint64_t wide = value * 0x123456789abcdefull;
  const double real = value % 1000 * 0.5;
  const float single = static_cast<float>(value % 77) + 0.25f;
  std::uint32_t *const place = &own(values);
  for (std::uint32_t k = 0; k < times; ++k)
    value = exchange(value);
  *place = value + truth + byte + static_cast<std::uint32_t>(small) + static_cast<std::uint32_t>(wide >> 32) +
           static_cast<std::uint32_t>(real * 2) + static_cast<std::uint32_t>(single * 4) + rank;
}
