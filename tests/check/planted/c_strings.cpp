// The functions of <cstring>, and what the library makes of them: their accesses are those of the line that
// calls them.
#include "planted.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string_view>

/// Writes `count` letters and the terminator.
inline char *letters(void *to, unsigned count) {
  auto *text = static_cast<char *>(to);
  for (unsigned i = 0; i < count; ++i)
    text[i] = 'a';
  text[count] = 0;
  return text;
}

//! 1x1 out-of-bounds
PLANTED(no_terminator) {
  char *text = letters(out.data(), 1023);
  if constexpr (!fixed)
    text[1023] = 'a';
  out[0] = static_cast<int>(std::strlen(text)); // here
}
TWINS(no_terminator)

//! 1x1 out-of-bounds
PLANTED(no_room_for_the_terminator) {
  char *text = letters(out.data(), 16);
  std::strcpy(text + 1024 - (fixed ? 17 : 16), text); // here
}
TWINS(no_room_for_the_terminator)

//! 1x1 out-of-bounds
PLANTED(too_long_for_the_heap) {
  const char *text = letters(out.data(), 20);
  auto *copy = static_cast<char *>(std::malloc(fixed ? 21 : 20));
  std::strcpy(copy, text); // here
  out[64] = copy[7];
  std::free(copy);
}
TWINS(too_long_for_the_heap)

//! 1x1 out-of-bounds
PLANTED(appended_too_much) {
  auto *text = static_cast<char *>(std::malloc(12));
  letters(text, 6);
  std::strncat(text, reinterpret_cast<const char *>(in.data()) + 4, fixed ? 5 : 6); // one letter
  std::strcat(text, fixed ? "bcde" : "bcdef");                                      // here
  out[0] = text[3];
  std::free(text);
}
TWINS(appended_too_much)

//! 1x1 out-of-bounds
PLANTED(filled_up_with_zeros) {
  char *text = letters(out.data(), 3);
  std::strncpy(text + 1000, text, fixed ? 24 : 25); // here
}
TWINS(filled_up_with_zeros)

//! 1x1 out-of-bounds
PLANTED(compared_past_the_end) {
  std::memset(out.data(), 0, 1024);
  out[0] = std::memcmp(out.data() + 128, out.data(), fixed ? 512 : 513); // here
}
TWINS(compared_past_the_end)

//! 1x1 out-of-bounds
PLANTED(looked_for_past_the_end) {
  out[0] = std::memchr(in.data(), 0xee, 1024) != nullptr;
  out[1] = std::memchr(out.data(), 0xee, static_cast<unsigned>(in[fixed ? 0 : 1]) + 1024) != nullptr; // here
}
TWINS(looked_for_past_the_end)

//! 1x1 out-of-bounds
PLANTED(equal_past_the_end) {
  auto *a = reinterpret_cast<const unsigned char *>(in.data());
  auto *b = reinterpret_cast<unsigned char *>(out.data());
  std::memcpy(b, a, 1024);
  out[0] = std::equal(a + 4, a + (fixed ? 1024 : 1028), b + 4); // here
}
TWINS(equal_past_the_end)

//! 1x1 use-after-free
PLANTED(compared_after_free) {
  auto *numbers = static_cast<int *>(std::calloc(4, sizeof(int)));
  if constexpr (!fixed)
    std::free(numbers);                         // here
  out[0] = std::memcmp(numbers, in.data(), 16); // here
  if constexpr (fixed)
    std::free(numbers);
}
TWINS(compared_after_free)

//! 1x1 uninitialized
PLANTED(compared_without_value) {
  for (unsigned i = 0; i < (fixed ? 8 : 7); ++i)
    unwritten[i] = in[i];
  out[0] = std::memcmp(unwritten.data(), in.data(), 32); // here
}
TWINS(compared_without_value)

// The padding of what is compared as bytes has no value.
struct WithPadding {
  char letter;
  int number;
};
//! 1x1 uninitialized
PLANTED(compared_padding) {
  auto *objects = reinterpret_cast<WithPadding *>(unwritten.data());
  for (int i = 0; i < 2; ++i) {
    if constexpr (fixed)
      std::memset(&objects[i], 0, sizeof(WithPadding));
    objects[i].letter = 'a';
    objects[i].number = in[3];
  }
  out[0] = std::memcmp(&objects[0], &objects[1], sizeof(WithPadding)); // here
}
TWINS(compared_padding)

//! 1x1 uninitialized
PLANTED(terminator_without_value) {
  auto *text = reinterpret_cast<char *>(unwritten.data());
  for (int i = 0; i < 9; ++i)
    text[i] = 'a';
  if constexpr (fixed)
    text[9] = 0;
  out[0] = std::strcmp(text, "aaaaaaaaa"); // here
}
TWINS(terminator_without_value)

//! 1x1 uninitialized
PLANTED(copied_without_value) {
  auto *text = reinterpret_cast<char *>(unwritten.data());
  if constexpr (fixed)
    letters(text, 4);
  else
    text[4] = 0;
  std::strcpy(reinterpret_cast<char *>(out.data()), text); // here
}
TWINS(copied_without_value)

//! 1x64 race
PLANTED(copied_by_all) {
  [[kcc::shared]] static char text[64 * 4];
  const unsigned t = kcc::thread_idx().x;
  char *mine = text + t * (fixed ? 4 : 3);
  std::strcpy(mine, t % 2 != 0 ? "abc" : "cba"); // here
  kcc::sync_threads();
  out[t] = text[0];
}
TWINS(copied_by_all)

//! 1x64 race
PLANTED(read_before_the_copy) {
  [[kcc::shared]] static char text[64][8];
  const unsigned t = kcc::thread_idx().x;
  std::strcpy(text[t], "number"); // here
  if constexpr (fixed)
    kcc::sync_threads();
  out[t] = static_cast<int>(std::strlen(text[63 - t])); // here
}
TWINS(read_before_the_copy)

//! 2x32 race
PLANTED(compared_with_another_block) {
  auto *mine = &out[kcc::block_idx().x * 64];
  std::memset(mine + kcc::thread_idx().x, 1, 4); // here
  auto *other = &out[(fixed ? kcc::block_idx().x : 1 - kcc::block_idx().x) * 64];
  out[128 + kcc::grid_rank()] = std::memcmp(other + kcc::thread_idx().x, in.data(), 4); // here
}
TWINS(compared_with_another_block)

//! 1x1 out-of-bounds
PLANTED(called_by_address) {
  char *text = letters(out.data(), 1023);
  std::size_t (*functions[])(const char *) = {std::strlen,
                                              [](const char *t) { return std::strlen(t); }}; // here
  text[1023] = static_cast<char>(fixed ? 0 : 1);
  out[0] = static_cast<int>(functions[in[fixed ? 0 : 1]](text));
}
TWINS(called_by_address)

//! 1x8 out-of-bounds
PLANTED(view_past_the_end) {
  const std::string_view all(reinterpret_cast<const char *>(in.data()), fixed ? 1024 : 1032);
  const std::string_view wanted("\xee\xee\xee", 3);
  out[kcc::thread_idx().x] = all.find(wanted) == all.npos; // here
}
TWINS(view_past_the_end)

// Local variables.
//! 1x8 out-of-bounds
PLANTED(too_long_for_a_local) {
  const unsigned t = kcc::thread_idx().x;
  char text[8];
  const char *from = letters(&out[t * 4], fixed ? 7 : 8);
  std::strcpy(text, from); // here
  out[t * 4] = text[t % 7];
}
TWINS(too_long_for_a_local)
