#pragma once
inline int first_of(std::span<int> values) {
  [[kcc::Shared]] static int first;
  return first = values[0];
}
