// An engine that returns given words.
#ifndef KCC_TESTS_UNIT_RANDOM_SCRIPTED_H
#define KCC_TESTS_UNIT_RANDOM_SCRIPTED_H

#include <cstddef>
#include <limits>
#include <vector>

template <class Word> struct Scripted {
  using result_type = Word;
  static constexpr Word min() { return 0; }
  static constexpr Word max() { return std::numeric_limits<Word>::max(); }
  Word operator()() { return words.at(used++); }

  std::vector<Word> words;
  std::size_t used = 0;
};

#endif
