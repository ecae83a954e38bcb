// What grid_stride returns for one thread: in a separate file, as run_grid requires.
#include "grid_stride_probe.h"

void visit_share(std::vector<int> &visits) {
  for (std::size_t i : kcc::grid_stride(visits.size()))
    ++visits[i];
}

void visit_share(std::vector<int> &visits, std::size_t width, std::size_t height) {
  for (auto [x, y] : kcc::grid_stride(width, height))
    ++visits.at(y * width + x);
}

template <class Share> static int count(Share share) {
  int found = 0;
  for (auto it = share.begin(); found < 3 && !(it == share.end()); ++it)
    ++found;
  return found;
}

int count_negative_shares() {
  return count(kcc::grid_stride(-1)) + count(kcc::grid_stride(4, -1)) + count(kcc::grid_stride(-5l, 4)) +
         count(kcc::grid_stride(2, 2, -1));
}

int count_shares_of_enumerators() {
  enum { one = 1, none = 0, negative = -1 };
  return count(kcc::grid_stride(one)) + count(kcc::grid_stride(std::integral_constant<int, 1>())) +
         count(kcc::grid_stride(one, one)) + count(kcc::grid_stride(one, none)) +
         count(kcc::grid_stride(negative));
}
