#include "check.h"

namespace kcc::blas::detail {

namespace {

std::string times(std::size_t rows, std::size_t columns) {
  return std::to_string(rows) + " x " + std::to_string(columns);
}

} // namespace

void fail_part(const char *what, std::size_t index, std::size_t count, std::size_t size) {
  kcc::detail::fail("taking a part of a kcc::blas::Matrix",
                    std::string(what) + " " + std::to_string(index) +
                        (count == 1 ? "" : " to " + std::to_string(index + count) + " (exclusive)") + " of " +
                        std::to_string(size));
}

void Check::fail(const char *name, const std::string &text, std::string hint) const {
  kcc::detail::fail((*this)(), std::string("operand `") + name + "` " + text, std::move(hint));
}

void Check::fail_memory(const char *name, const std::string &what, std::size_t needed,
                        std::size_t memory) const {
  fail(name,
       what + " takes " + std::to_string(needed) + " elements, but its memory has " + std::to_string(memory));
}

void Check::fail_empty(const char *name) const {
  fail(name, "has no element");
}

void Check::fail_not_square(const char *name, const Shape &shape) const {
  fail(name, "is " + times(shape.rows, shape.columns) + ", not square");
}

void Check::fail_unequal(const char *name, std::size_t extent, const char *what, const char *other,
                         std::size_t other_extent, const char *other_what) const {
  fail(name, "has " + std::to_string(extent) + " " + what + ", but `" + other + "` has " +
                 std::to_string(other_extent) + " " + other_what);
}

void Check::check_extent(const char *name, const char *what, std::size_t extent) const {
  if (extent > max_extent)
    fail(name, std::string(what) + " is " + std::to_string(extent) + ", over 2^31 - 1",
         "Work on parts of the operand");
}

void Check::check_device(const char *name, const core::BackendDevice *device) const {
  if (device && device != &device_)
    fail(name, "is on " + device->info().label, "Make its buffer with the stream's device");
}

void Check::check_vector(const char *name, std::size_t size, std::size_t stride, std::size_t memory,
                         const core::BackendDevice *device, bool written) const {
  check_extent(name, "the number of elements", size);
  check_extent(name, "the stride", stride);
  if (stride == 0 && (written || size > 1))
    fail(name, "has a stride of 0", "A stride is at least 1");
  if (const std::size_t needed = size == 0 ? 0 : (size - 1) * stride + 1; needed > memory)
    fail_memory(name, "of " + std::to_string(size) + " elements, " + std::to_string(stride) + " apart,",
                needed, memory);
  check_device(name, device);
}

std::size_t Check::footprint(const Shape &shape) {
  if (shape.rows == 0 || shape.columns == 0)
    return 0;
  return shape.layout == Layout::row_major ? (shape.rows - 1) * shape.stride + shape.columns
                                           : (shape.columns - 1) * shape.stride + shape.rows;
}

void Check::check_shape(const char *name, const Shape &shape) const {
  check_extent(name, "the number of rows", shape.rows);
  check_extent(name, "the number of columns", shape.columns);
  check_extent(name, "the stride", shape.stride);
  const bool by_rows = shape.layout == Layout::row_major;
  if (const std::size_t least = by_rows ? shape.columns : shape.rows; shape.stride < least)
    fail(name, "has a stride of " + std::to_string(shape.stride) + ", but its " +
                   (by_rows ? "rows" : "columns") + " have " + std::to_string(least) + " elements");
}

void Check::check_matrix(const char *name, const Shape &shape, std::size_t memory,
                         const core::BackendDevice *device) const {
  check_shape(name, shape);
  if (const std::size_t needed = footprint(shape); needed > memory)
    fail_memory(name,
                "of " + times(shape.rows, shape.columns) + " with stride " + std::to_string(shape.stride),
                needed, memory);
  check_device(name, device);
}

void Check::check_batch(const char *name, const Shape &shape, std::size_t count, std::size_t stride,
                        std::size_t memory, const core::BackendDevice *device, bool written) const {
  check_extent(name, "the number of matrices", count);
  if (count == 0)
    return check_shape(name, shape);
  check_matrix(name, shape, memory, device);
  const std::size_t one = footprint(shape);
  if (written && count > 1 && stride < one)
    fail(name, "has matrices that overlap: they are " + std::to_string(stride) + " elements apart and take " +
                   std::to_string(one));
  // Divided rather than multiplied, which might overflow.
  if (one != 0 && count > 1 && stride != 0 && (memory - one) / stride < count - 1)
    fail(name, "of " + std::to_string(count) + " matrices of " + times(shape.rows, shape.columns) + ", " +
                   std::to_string(stride) + " elements apart, does not fit its memory of " +
                   std::to_string(memory) + " elements");
}

} // namespace kcc::blas::detail
