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
