// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>
#include <vector>

[[kcc::kernel]] void scratch(std::span<int> values) {
  std::vector<int> copy(values.begin(), values.end());
  values[0] = copy[1];
}

// ERROR: In file included from %s:3:
// ERROR: In file included from <vector>:
// ERROR: In file included from <allocator.h>:
// ERROR: In file included from <c++allocator.h>:
// ERROR: <new_allocator.h>: error: kernel 'scratch' reaches 'operator new', which is a function of the host; let the host allocate a buffer and pass it as 'std::span', or use a local or shared array
// ERROR: <allocator.h>: note: called by 'std::allocator<int>::allocate' here
// ERROR: <alloc_traits.h>: note: called by 'std::allocator_traits<std::allocator<int>>::allocate' here
// ERROR: <stl_vector.h>: note: called by 'std::_Vector_base<int, std::allocator<int>>::_M_allocate' here
// ERROR: <stl_vector.h>: note: called by 'std::vector<int>::_M_range_initialize' here
// ERROR: <stl_vector.h>: note: called by 'std::vector<int>::vector' here
// ERROR: %s:6:20: note: called by 'scratch' here
