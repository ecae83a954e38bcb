// Text, and dynamic programming.
#include "../dialect.h"

KERNEL fnv_hashes(In<char> text, In<std::uint32_t> starts, Out<std::uint64_t> hashes, int n) {
  const Index i = global_x();
  if (i >= count(hashes, n))
    return;
  std::uint64_t hash = 14695981039346656037u;
  for (std::uint32_t k = starts[i]; k < starts[i + 1]; ++k)
    hash = (hash ^ static_cast<unsigned char>(text[k])) * 1099511628211u;
  hashes[i] = hash;
}

KERNEL word_starts(In<char> text, Out<std::uint8_t> flags, int n) {
  const Index i = global_x();
  if (i < count(text, n)) {
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    flags[i] = is_letter(text[i]) && (i == 0 || !is_letter(text[i - 1])) ? 1 : 0;
  }
}

/// Naive search for a pattern, which is a buffer too.
KERNEL find_pattern(In<char> text, In<char> pattern, Out<std::uint8_t> found, int n, int length) {
  const Index i = global_x();
  if (i + count(pattern, length) > count(text, n))
    return;
  Index k = 0;
  while (k < count(pattern, length) && text[i + k] == pattern[k])
    ++k;
  found[i] = k == count(pattern, length) ? 1 : 0;
}

KERNEL parse_numbers(In<char> text, Out<std::int32_t> numbers, int n) {
  const Index i = global_x();
  if (i >= count(numbers, n))
    return;
  int value = 0;
  bool negative = false;
  for (int k = 0; k < 8; ++k) {
    const char c = text[i * 8 + k];
    if (c == '-')
      negative = true;
    else if (c >= '0' && c <= '9')
      value = value * 10 + (c - '0');
    else if (c == ' ')
      break;
  }
  numbers[i] = negative ? -value : value;
}

/// Between strings of 32 characters, with one line of the table in a local array.
KERNEL edit_distance(In<char> left, In<char> right, Out<std::uint32_t> distances, int n) {
  const Index i = global_x();
  if (i >= count(distances, n))
    return;
  int line[33];
  for (int k = 0; k <= 32; ++k)
    line[k] = k;
  for (int y = 1; y <= 32; ++y) {
    const char c = left[(y - 1) * static_cast<Index>(n) + i];
    int diagonal = line[0];
    line[0] = y;
    for (int x = 1; x <= 32; ++x) {
      const int above = line[x],
                replaced = diagonal + (right[(x - 1) * static_cast<Index>(n) + i] == c ? 0 : 1);
      int best = above < line[x - 1] ? above + 1 : line[x - 1] + 1;
      best = best < replaced ? best : replaced;
      diagonal = above;
      line[x] = best;
    }
  }
  distances[i] = line[32];
}

/// Smith and Waterman's alignment; the line of the table is in global memory.
KERNEL local_alignment(In<char> left, In<char> right, Out<std::int32_t> lines, Out<std::int32_t> scores,
                       int n, int length) {
  const Index i = global_x();
  if (i >= count(scores, n))
    return;
  for (int x = 0; x < length; ++x)
    lines[x * static_cast<Index>(n) + i] = 0;
  int best = 0;
  for (int y = 0; y < length; ++y) {
    const char c = left[y * static_cast<Index>(n) + i];
    int diagonal = 0, before = 0;
    for (int x = 0; x < length; ++x) {
      const Index at = x * static_cast<Index>(n) + i;
      const int above = lines[at];
      int score = diagonal + (right[at] == c ? 2 : -1);
      score = score > above - 1 ? score : above - 1;
      score = score > before - 1 ? score : before - 1;
      score = score > 0 ? score : 0;
      best = best > score ? best : score;
      diagonal = above;
      before = score;
      lines[at] = score;
    }
  }
  scores[i] = best;
}

KERNEL knapsack_step(In<std::uint32_t> from, Out<std::uint32_t> to, int n, int weight, std::uint32_t value) {
  const Index i = global_x();
  if (i >= count(from, n))
    return;
  const std::uint32_t without = from[i];
  const std::uint32_t with = i >= static_cast<Index>(weight) ? from[i - weight] + value : 0;
  to[i] = without > with ? without : with;
}

KERNEL floyd_warshall_step(In<std::uint32_t> from, Out<std::uint32_t> to, int n, int k) {
  const int x = column(), y = row();
  if (x >= n || y >= n)
    return;
  const std::uint32_t direct = from[y * n + x], through = from[y * n + k] + from[k * n + x];
  to[y * n + x] = direct < through ? direct : through;
}

/// Several steps at once, in place in the thread's own row: the line k may overlap with it for the compiler.
KERNEL floyd_warshall_rows(In<std::uint32_t> lines, Out<std::uint32_t> distances, int n, int steps) {
  const int x = column();
  const int y = static_cast<int>(block_y());
  if (x >= n)
    return;
  for (int k = 0; k < steps; ++k) {
    const std::uint32_t through = lines[k * n + y] + lines[k * n + x];
    if (through < distances[y * n + x])
      distances[y * n + x] = through;
  }
}

/// The most probable path's score in a hidden Markov model of 8 states.
KERNEL viterbi(In<float> transitions, In<float> emissions, In<std::uint8_t> symbols, Out<float> scores, int n,
               int length) {
  const Index i = global_x();
  if (i >= count(scores, n))
    return;
  float score[8] = {};
  for (int k = 0; k < length; ++k) {
    const int symbol = symbols[k * static_cast<Index>(n) + i] & 15;
    float next[8];
    for (int to = 0; to < 8; ++to) {
      float best = -1e30f;
      for (int from = 0; from < 8; ++from)
        best = std::fmax(best, score[from] + transitions[from * 8 + to]);
      next[to] = best + emissions[to * 16 + symbol];
    }
    for (int state = 0; state < 8; ++state)
      score[state] = next[state];
  }
  float best = score[0];
  for (int state = 1; state < 8; ++state)
    best = std::fmax(best, score[state]);
  scores[i] = best;
}
