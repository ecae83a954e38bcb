// Integer arithmetic, bits, hashes and cryptography.
#include "../dialect.h"
#include "../types.h"

KERNEL collatz(Out<std::uint32_t> steps, int n, std::uint64_t first) {
  const Index i = global_x();
  if (i >= count(steps, n))
    return;
  std::uint64_t value = first + i;
  std::uint32_t taken = 0;
  while (value != 1) {
    value = value % 2 == 0 ? value / 2 : 3 * value + 1;
    ++taken;
  }
  steps[i] = taken;
}

KERNEL divisions(In<std::uint32_t> a, In<std::uint32_t> b, Out<std::uint32_t> result, int n) {
  const Index i = global_x();
  if (i >= count(a, n))
    return;
  std::uint32_t x = a[i], sum = 0;
  const std::uint32_t y = b[i] | 1;
  for (int k = 0; k < 16; ++k) {
    sum += x / (y + k) + x % (y + 3 * k);
    x = x * 1664525 + 1013904223;
  }
  result[i] = sum;
}

KERNEL divisions_of_64_bits(In<std::uint64_t> a, In<std::uint64_t> b, Out<std::uint64_t> result, int n) {
  const Index i = global_x();
  if (i >= count(a, n))
    return;
  std::uint64_t x = a[i], sum = 0;
  const std::uint64_t y = b[i] >> 20 | 1;
  for (int k = 0; k < 4; ++k) {
    sum += x / (y + k);
    x = x * 6364136223846793005 + 1442695040888963407;
  }
  result[i] = sum;
}

/// Days to year, month and day: divisions by constants.
KERNEL civil_dates(In<std::int32_t> days, Out<std::int32_t> dates, int n) {
  const Index i = global_x();
  if (i >= count(days, n))
    return;
  const int z = days[i] + 719468, era = (z >= 0 ? z : z - 146096) / 146097, of_era = z - era * 146097;
  const int year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  const int of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const int shifted = (5 * of_year + 2) / 153, day = of_year - (153 * shifted + 2) / 5 + 1;
  const int month = shifted < 10 ? shifted + 3 : shifted - 9;
  dates[i] = ((year_of_era + era * 400 + (month <= 2)) * 100 + month) * 100 + day;
}

KERNEL greatest_divisors(In<std::uint32_t> a, In<std::uint32_t> b, Out<std::uint32_t> result, int n) {
  const Index i = global_x();
  if (i >= count(a, n))
    return;
  std::uint32_t x = a[i], y = b[i];
  while (y != 0) {
    const std::uint32_t rest = x % y;
    x = y;
    y = rest;
  }
  result[i] = x;
}

/// Powers modulo a 64-bit number by Montgomery's multiplication.
KERNEL modular_powers(In<std::uint64_t> bases, Out<std::uint64_t> powers, int n, std::uint64_t modulus,
                      std::uint64_t inverse, std::uint32_t exponent) {
  const Index i = global_x();
  if (i >= count(bases, n))
    return;
  const auto multiply = [=](std::uint64_t a, std::uint64_t b) {
    const std::uint64_t low = a * b, high = high_product(a, b),
                        reduced = high_product(low * inverse, modulus);
    return high >= reduced ? high - reduced : high - reduced + modulus;
  };
  std::uint64_t base = bases[i] >> 2, power = 1;
  for (std::uint32_t bits = exponent; bits != 0; bits /= 2) {
    if (bits % 2 == 1)
      power = multiply(power, base);
    base = multiply(base, base);
  }
  powers[i] = power;
}

KERNEL bit_tricks(In<std::uint32_t> from, Out<std::uint32_t> to, int n) {
  const Index i = global_x();
  if (i >= count(from, n))
    return;
  std::uint32_t x = from[i], sum = 0;
  for (int k = 0; k < 16; ++k) {
    sum += popcount(x) * 3 + leading_zeros(x) * 5 + trailing_zeros(x) * 7;
    sum ^= reverse_bits(x) + (x << k | x >> (32 - k) % 32);
    x = x * 0x9e3779b1 + sum;
  }
  to[i] = sum;
}

KERNEL morton_codes(In<std::uint32_t> from, Out<std::uint64_t> to, int n) {
  const Index i = global_x();
  if (i >= count(from, n))
    return;
  const auto spread = [](std::uint64_t x) {
    x &= 0x1fffff;
    x = (x | x << 32) & 0x1f00000000ffff;
    x = (x | x << 16) & 0x1f0000ff0000ff;
    x = (x | x << 8) & 0x100f00f00f00f00f;
    x = (x | x << 4) & 0x10c30c30c30c30c3;
    return (x | x << 2) & 0x1249249249249249;
  };
  const std::uint32_t x = from[i];
  to[i] = spread(x) | spread(x * 2654435761u >> 11) << 1 | spread(x ^ x >> 7) << 2;
}

KERNEL square_roots(In<std::uint32_t> from, Out<std::uint32_t> to, int n) {
  const Index i = global_x();
  if (i >= count(from, n))
    return;
  std::uint32_t rest = from[i], root = 0;
  for (std::uint32_t bit = 1u << 30; bit != 0; bit >>= 2) {
    if (rest >= root + bit) {
      rest -= root + bit;
      root = (root >> 1) + bit;
    } else {
      root >>= 1;
    }
  }
  to[i] = root;
}

KERNEL crc_by_table(In<std::uint8_t> bytes, Out<std::uint32_t> sums, int n, int length) {
  SHARED std::uint32_t table[256];
  std::uint32_t entry = thread_x();
  for (int k = 0; k < 8; ++k)
    entry = entry >> 1 ^ (entry % 2 != 0 ? 0xedb88320 : 0);
  table[thread_x()] = entry;
  sync();
  const Index i = global_x();
  if (i >= count(sums, n))
    return;
  std::uint32_t sum = ~0u;
  for (int k = 0; k < length; ++k)
    sum = sum >> 8 ^ table[(sum ^ bytes[k * count(sums, n) + i]) & 255];
  sums[i] = ~sum;
}

CONSTANT std::uint32_t sha_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

DEVICE std::uint32_t rotate_right(std::uint32_t x, int by) {
  return x >> by | x << (32 - by);
}

/// One block of 64 bytes for each thread.
KERNEL sha_256(In<std::uint32_t> blocks, Out<std::uint32_t> digests, int n) {
  const Index i = global_x();
  if (i >= n)
    return;
  std::uint32_t w[16];
  for (int k = 0; k < 16; ++k)
    w[k] = blocks[k * static_cast<Index>(n) + i];
  std::uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                            0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5],
                g = state[6], h = state[7];
  for (int round = 0; round < 64; ++round) {
    if (round >= 16) {
      const std::uint32_t x = w[(round + 1) % 16], y = w[(round + 14) % 16];
      w[round % 16] += (rotate_right(x, 7) ^ rotate_right(x, 18) ^ x >> 3) + w[(round + 9) % 16] +
                       (rotate_right(y, 17) ^ rotate_right(y, 19) ^ y >> 10);
    }
    const std::uint32_t t = h + (rotate_right(e, 6) ^ rotate_right(e, 11) ^ rotate_right(e, 25)) +
                            ((e & f) ^ (~e & g)) + sha_constants[round] + w[round % 16];
    const std::uint32_t u =
        (rotate_right(a, 2) ^ rotate_right(a, 13) ^ rotate_right(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t, d = c, c = b, b = a, a = t + u;
  }
  const std::uint32_t sums[8] = {a, b, c, d, e, f, g, h};
  for (int k = 0; k < 8; ++k)
    digests[k * static_cast<Index>(n) + i] = state[k] + sums[k];
}

/// Linear probing, where the lesser key wins a slot: the table doesn't depend on the order of insertions.
KERNEL hash_insert(In<std::uint32_t> keys, Out<std::uint32_t> table, int n, std::uint32_t mask) {
  const Index i = global_x();
  if (i >= count(keys, n))
    return;
  const std::uint32_t empty = ~0u;
  std::uint32_t key = keys[i] >> 1, slot = key * 2654435761u >> 7 & mask;
  while (true) {
    const std::uint32_t old = atomic_min(table[slot], key);
    if (old == empty || old == key)
      return;
    if (old > key)
      key = old;
    slot = (slot + 1) & mask;
  }
}

KERNEL hash_lookup(In<std::uint32_t> keys, In<Words> table, Out<std::uint32_t> found, int n,
                   std::uint32_t mask) {
  const Index i = global_x();
  if (i >= count(keys, n))
    return;
  const std::uint32_t key = keys[i];
  std::uint32_t slot = key * 2654435761u & mask, result = 0;
  for (int probe = 0; probe < 8 && result == 0; ++probe) {
    const Words entry = table[slot];
    for (const std::uint32_t word : entry.word)
      if ((word & 0xfff) == (key & 0xfff))
        result = word;
    slot = (slot + 1) & mask;
  }
  found[i] = result;
}
