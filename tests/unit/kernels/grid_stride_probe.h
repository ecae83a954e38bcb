#ifndef KCC_TESTS_UNIT_KERNELS_GRID_STRIDE_PROBE_H
#define KCC_TESTS_UNIT_KERNELS_GRID_STRIDE_PROBE_H

#include <vector>

#include <kcc/device.h>

/// Counts visits of the running thread's elements.
void visit_share(std::vector<int> &visits);
/// The same in a width × height domain, stored row by row.
void visit_share(std::vector<int> &visits, std::size_t width, std::size_t height);
/// How many elements the running thread has in domains with a negative extent, counted up to 3.
int count_negative_shares();
/// The same in domains whose extents are enumerators and other constants; three of them have one element.
int count_shares_of_enumerators();

#endif
