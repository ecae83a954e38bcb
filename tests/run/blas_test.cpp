// kcc::blas against the definitions, in double: every layout and transposition, odd sizes, gaps between rows,
// special values of alpha and beta.
#include "libraries.h"

#include <kcc/blas.h>

#include <gmock/gmock.h>
#include <limits>
#include <optional>

namespace kcc::testing {
namespace {

namespace blas = kcc::blas;
using blas::Layout;
using ::testing::HasSubstr;

template <class T> double as_double(T value) {
  if constexpr (std::is_same_v<T, double>)
    return value;
  else
    return static_cast<float>(value);
}

/// The relative error that one rounding to the type makes.
template <class T> constexpr double epsilon = 0;
template <> constexpr double epsilon<double> = 0x1p-52;
template <> constexpr double epsilon<float> = 0x1p-23;
template <> constexpr double epsilon<float16> = 0x1p-10;
template <> constexpr double epsilon<bfloat16> = 0x1p-7;

/// A matrix on the host, with its elements as they lie in memory, and gaps.
template <class T> struct HostMatrix {
  std::size_t rows, columns, stride;
  Layout layout;
  std::vector<T> memory;

  HostMatrix(std::size_t rows, std::size_t columns, Layout layout, Numbers &numbers, std::size_t gap = 3)
      : rows(rows), columns(columns), stride((layout == Layout::row_major ? columns : rows) + gap),
        layout(layout), memory(numbers.vector<T>(stride * (layout == Layout::row_major ? rows : columns))) {}
  std::size_t index(std::size_t i, std::size_t j) const {
    return layout == Layout::row_major ? i * stride + j : i + j * stride;
  }
  double operator()(std::size_t i, std::size_t j) const { return as_double(memory[index(i, j)]); }
  blas::Matrix<T> view(Buffer<T> &buffer) const { return {buffer, rows, columns, stride, layout}; }
};

class Blas : public LibraryTest<Library::cublas> {
protected:
  /// Multiplies with gemm and compares every element, and that the gaps are untouched.
  template <class In, class Out>
  void check_gemm(std::size_t m, std::size_t n, std::size_t k, Layout a_layout, Layout b_layout,
                  Layout c_layout, bool transpose_a, double alpha, double beta) {
    SCOPED_TRACE(::testing::Message()
                 << m << " x " << n << " x " << k << ", alpha " << alpha << ", beta " << beta << ", layouts "
                 << int(a_layout) << int(b_layout) << int(c_layout) << (transpose_a ? ", transposed" : ""));
    Numbers numbers(static_cast<std::uint32_t>(m * 100 + n * 10 + k));
    const HostMatrix<In> a(transpose_a ? k : m, transpose_a ? m : k, a_layout, numbers);
    const HostMatrix<In> b(k, n, b_layout, numbers);
    HostMatrix<Out> c(m, n, c_layout, numbers);
    if (beta == 0)
      for (Out &element : c.memory)
        element = static_cast<Out>(std::numeric_limits<float>::quiet_NaN());
    Buffer<In> device_a(device_, a.memory), device_b(device_, b.memory);
    Buffer<Out> device_c(device_, c.memory);
    const auto view_a = a.view(device_a);
    blas::gemm(stream_, static_cast<blas::detail::gemm_scalar<Out>>(alpha),
               transpose_a ? blas::transposed(view_a) : view_a, b.view(device_b),
               static_cast<blas::detail::gemm_scalar<Out>>(beta), c.view(device_c));
    const std::vector<Out> result = device_c.to_host(stream_);
    std::vector<Out> untouched = c.memory;
    for (std::size_t i = 0; i < m; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        double sum = 0;
        for (std::size_t p = 0; p < k && alpha != 0; ++p)
          sum += (transpose_a ? a(p, i) : a(i, p)) * b(p, j);
        const double expected = alpha * sum + (beta == 0 ? 0 : beta * c(i, j));
        const double bound = epsilon<Out> * (std::abs(expected) + static_cast<double>(k + 2));
        ASSERT_NEAR(as_double(result[c.index(i, j)]), expected, bound) << "element " << i << ", " << j;
        untouched[c.index(i, j)] = result[c.index(i, j)];
      }
    for (std::size_t i = 0; i < untouched.size(); ++i)
      if (untouched[i] == untouched[i]) // not NaN
        ASSERT_EQ(as_double(untouched[i]), as_double(result[i])) << "element " << i << " of the memory";
  }

  template <class In, class Out> void check_layouts() {
    for (int layouts = 0; layouts < 16; ++layouts)
      check_gemm<In, Out>(7, 5, 9, Layout(layouts & 1), Layout(layouts >> 1 & 1), Layout(layouts >> 2 & 1),
                          (layouts & 8) != 0, 1.5, -0.5);
  }
  static constexpr Layout rows = Layout::row_major;
};

TEST_P(Blas, GemmOfFloatInEveryLayout) {
  check_layouts<float, float>();
}
TEST_P(Blas, GemmOfDoubleInEveryLayout) {
  check_layouts<double, double>();
}
TEST_P(Blas, GemmOfHalfInEveryLayout) {
  check_layouts<float16, float16>();
}
TEST_P(Blas, GemmOfBfloat16InEveryLayout) {
  check_layouts<bfloat16, bfloat16>();
}
TEST_P(Blas, GemmOfHalfIntoFloatInEveryLayout) {
  check_layouts<float16, float>();
  check_layouts<bfloat16, float>();
}

TEST_P(Blas, GemmOfManySizes) {
  for (std::size_t m : {1, 2, 65, 130})
    for (std::size_t n : {1, 3, 127, 129})
      for (std::size_t k : {1, 17, 257})
        check_gemm<float, float>(m, n, k, rows, rows, rows, false, 1, 0);
}

TEST_P(Blas, GemmWithSpecialScalars) {
  for (double alpha : {0.0, 1.0, -2.0})
    for (double beta : {0.0, 1.0, 2.0}) {
      check_gemm<float, float>(5, 6, 7, rows, rows, rows, false, alpha, beta);
      check_gemm<double, double>(5, 6, 7, Layout::column_major, rows, Layout::column_major, true, alpha,
                                 beta);
      check_gemm<float16, float16>(5, 6, 7, rows, rows, rows, false, alpha, beta);
    }
}

TEST_P(Blas, GemmWithoutDepthScalesTheResult) {
  for (double beta : {0.0, 1.0, 2.0})
    check_gemm<float, float>(5, 6, 0, rows, rows, rows, false, 1, beta);
}

TEST_P(Blas, GemmOfNothingDoesNothing) {
  check_gemm<float, float>(0, 6, 7, rows, rows, rows, false, 1, 0);
  check_gemm<float, float>(5, 0, 7, rows, rows, rows, false, 1, 0);
}

TEST_P(Blas, GemmDoesNotReadFactorsWhoseScalarIsZero) {
  const std::vector<float> nans(4, std::numeric_limits<float>::quiet_NaN());
  Buffer<float> a(device_, nans), c(device_, std::vector<float>{1, 2, 3, 4});
  blas::gemm(stream_, 0, blas::Matrix(a, 2, 2), blas::Matrix(a, 2, 2), 2, blas::Matrix(c, 2, 2));
  EXPECT_EQ(c.to_host(stream_), (std::vector<float>{2, 4, 6, 8}));
}

/// 1 + 2^-20 is 1 in TF32, which has 10 bits of mantissa.
TEST_P(Blas, FloatIsNotRoundedToTf32) {
  constexpr std::size_t n = 64;
  const float value = 1 + 0x1p-20f;
  std::vector<float> identity(n * n);
  for (std::size_t i = 0; i < n; ++i)
    identity[i * n + i] = 1;
  Buffer<float> a(device_, std::vector<float>(n * n, value)), b(device_, identity), c(device_, n * n);
  blas::gemm(stream_, 1, blas::Matrix(a, n, n), blas::Matrix(b, n, n), 0, blas::Matrix(c, n, n));
  for (float element : c.to_host(stream_))
    ASSERT_EQ(element, value);
  blas::gemm(stream_, 1, blas::Matrix(a, n, n), blas::Matrix(b, n, n), 0, blas::Matrix(c, n, n),
             blas::Precision::tf32);
  for (float element : c.to_host(stream_))
    ASSERT_NEAR(element, 1, 1e-3);
}

TEST_P(Blas, GemmOfParts) {
  Numbers numbers(1);
  const HostMatrix<float> a(8, 8, rows, numbers, 0);
  Buffer<float> device_a(device_, a.memory), c(device_, 6);
  const blas::Matrix whole(device_a, 8, 8);
  blas::gemm(stream_, 1, whole.block(1, 2, 2, 4), whole.block(3, 1, 4, 3), 0, blas::Matrix(c, 2, 3));
  const std::vector<float> result = c.to_host(stream_);
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      double sum = 0;
      for (std::size_t p = 0; p < 4; ++p)
        sum += a(1 + i, 2 + p) * a(3 + p, 1 + j);
      EXPECT_FLOAT_EQ(result[i * 3 + j], static_cast<float>(sum));
    }
}

/// Three products of 2 x 3 and 3 x 2 matrices; b is the same each time.
template <class Batched> void check_batched(Batched &&run) {
  Numbers numbers(2);
  const auto a = numbers.vector<double>(18), b = numbers.vector<double>(6);
  const std::vector<double> result = run(a, b);
  for (std::size_t batch = 0; batch < 3; ++batch)
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t j = 0; j < 2; ++j) {
        double sum = 0;
        for (std::size_t p = 0; p < 3; ++p)
          sum += a[batch * 6 + i * 3 + p] * b[p * 2 + j];
        EXPECT_DOUBLE_EQ(result[batch * 4 + i * 2 + j], sum + 1);
      }
}

TEST_P(Blas, GemmOfABatch) {
  check_batched([&](const std::vector<double> &a, const std::vector<double> &b) {
    Buffer<double> device_a(device_, a), device_b(device_, b), c(device_, std::vector<double>(12, 1));
    blas::gemm_batched(stream_, 1, blas::MatrixBatch(3, blas::Matrix(device_a, 2, 3)),
                       blas::MatrixBatch(3, blas::Matrix(device_b, 2 + 1, 2), 0), 1,
                       blas::MatrixBatch(3, blas::Matrix(c, 2, 2)));
    return c.to_host(stream_);
  });
}

TEST_P(Blas, GemmOfPointers) {
  check_batched([&](const std::vector<double> &a, const std::vector<double> &b) {
    Buffer<double> device_a(device_, a), device_b(device_, b), c(device_, std::vector<double>(12, 1));
    std::vector<double *> as, bs, cs;
    for (std::size_t i = 0; i < 3; ++i) {
      as.push_back(device_a.data() + 6 * i);
      bs.push_back(device_b.data());
      cs.push_back(c.data() + 4 * i);
    }
    Buffer<double *> list_a(device_, as), list_b(device_, bs), list_c(device_, cs);
    blas::gemm_batched(stream_, 1, blas::MatrixPointers(list_a, 2, 3), blas::MatrixPointers(list_b, 3, 2), 1,
                       blas::MatrixPointers(list_c, 2, 2));
    return c.to_host(stream_);
  });
}

TEST_P(Blas, GemmOfATransposedBatch) {
  check_batched([&](const std::vector<double> &a, const std::vector<double> &b) {
    Buffer<double> device_a(device_, a), device_b(device_, b), c(device_, std::vector<double>(12, 1));
    // (a b)ᵀ = bᵀ aᵀ
    blas::gemm_batched(stream_, 1, transposed(blas::MatrixBatch(3, blas::Matrix(device_b, 3, 2), 0)),
                       transposed(blas::MatrixBatch(3, blas::Matrix(device_a, 2, 3))), 1,
                       transposed(blas::MatrixBatch(3, blas::Matrix(c, 2, 2))));
    return c.to_host(stream_);
  });
}

/// Levels 1 and 2 for one type.
template <class T> struct Vectors {
  Vectors(const Device &device, Stream &stream) : device(device), stream(stream) {}
  const Device &device;
  Stream &stream;
  Numbers numbers{3};

  static void expect_near(const std::vector<T> &values, const std::vector<double> &expected) {
    ASSERT_EQ(values.size(), expected.size());
    for (std::size_t i = 0; i < values.size(); ++i)
      ASSERT_NEAR(values[i], expected[i], epsilon<T> * 8 * (std::abs(expected[i]) + 1)) << "element " << i;
  }

  void level_1(std::size_t size, std::size_t dx, std::size_t dy) {
    SCOPED_TRACE(::testing::Message() << size << " elements, strides " << dx << " and " << dy);
    const std::vector<T> x = numbers.vector<T>(size * dx), y = numbers.vector<T>(size * dy);
    Buffer<T> device_x(device, x), device_y(device, y), result(device, 1);
    const blas::Vector a(device_x, size, dx), b(device_y, size, dy);
    double dot = 0, squares = 0, sum = 0;
    std::size_t largest = 0;
    std::vector<double> axpy(y.begin(), y.end()), rot_x(x.begin(), x.end()), rot_y(y.begin(), y.end());
    for (std::size_t i = 0; i < size; ++i) {
      const double xi = x[i * dx], yi = y[i * dy];
      dot += xi * yi;
      squares += xi * xi;
      sum += std::abs(xi);
      if (std::abs(xi) > std::abs(double{x[largest * dx]}))
        largest = i;
      axpy[i * dy] = yi + 0.5 * xi;
      rot_x[i * dx] = 0.6 * xi + 0.8 * yi;
      rot_y[i * dy] = 0.6 * yi - 0.8 * xi;
    }
    const auto expect_result = [&](double expected) {
      expect_near(result.to_host(stream), std::vector<double>{expected});
    };
    expect_near({blas::dot(stream, a, b)}, {dot});
    blas::dot_into(stream, result, a, b);
    expect_result(dot);
    expect_near({blas::nrm2(stream, a)}, {std::sqrt(squares)});
    blas::nrm2_into(stream, result, a);
    expect_result(std::sqrt(squares));
    expect_near({blas::asum(stream, a)}, {sum});
    blas::asum_into(stream, result, a);
    expect_result(sum);
    if (size != 0)
      EXPECT_EQ(blas::iamax(stream, a), largest);
    blas::axpy(stream, T(0.5), a, b);
    expect_near(device_y.to_host(stream), axpy);
    device_y.copy_from(stream, y);
    blas::rot(stream, a, b, T(0.6), T(0.8));
    expect_near(device_x.to_host(stream), rot_x);
    expect_near(device_y.to_host(stream), rot_y);
    device_x.copy_from(stream, x);
    device_y.copy_from(stream, y);
    blas::swap(stream, a, b);
    blas::scal(stream, T(2), a);
    std::vector<double> swapped(x.begin(), x.end());
    for (std::size_t i = 0; i < size; ++i)
      swapped[i * dx] = 2.0 * y[i * dy];
    expect_near(device_x.to_host(stream), swapped);
    blas::copy(stream, a, b);
    std::vector<double> copied(y.begin(), y.end());
    for (std::size_t i = 0; i < size; ++i)
      copied[i * dy] = swapped[i * dx];
    expect_near(device_y.to_host(stream), copied);
  }

  void level_2(std::size_t m, std::size_t n, Layout layout, T alpha, T beta) {
    SCOPED_TRACE(::testing::Message() << m << " x " << n << ", layout " << int(layout) << ", alpha " << alpha
                                      << ", beta " << beta);
    const HostMatrix<T> a(m, n, layout, numbers);
    const std::vector<T> x = numbers.vector<T>(2 * n);
    std::vector<T> y = numbers.vector<T>(3 * m);
    if (beta == 0)
      for (std::size_t i = 0; i < m; ++i)
        y[3 * i] = std::numeric_limits<T>::quiet_NaN();
    Buffer<T> device_a(device, a.memory), device_x(device, x), device_y(device, y);
    blas::gemv(stream, alpha, a.view(device_a), blas::Vector(device_x, n, 2), beta,
               blas::Vector(device_y, m, 3));
    std::vector<double> expected(y.begin(), y.end());
    for (std::size_t i = 0; i < m; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < n; ++j)
        sum += a(i, j) * double{x[2 * j]};
      expected[3 * i] = alpha * sum + (beta == 0 ? 0 : beta * double{y[3 * i]});
    }
    expect_near(device_y.to_host(stream), expected);

    const std::vector<T> u = numbers.vector<T>(m);
    Buffer<T> device_u(device, u);
    blas::ger(stream, alpha, device_u, blas::Vector(device_x, n, 2), a.view(device_a));
    std::vector<double> outer(a.memory.begin(), a.memory.end());
    for (std::size_t i = 0; i < m; ++i)
      for (std::size_t j = 0; j < n; ++j)
        outer[a.index(i, j)] += alpha * double{u[i]} * double{x[2 * j]};
    expect_near(device_a.to_host(stream), outer);
  }

  void square(std::size_t n, Layout layout, blas::Triangle triangle, blas::Diagonal diagonal) {
    SCOPED_TRACE(::testing::Message() << n << ", layout " << int(layout) << ", triangle " << int(triangle)
                                      << ", diagonal " << int(diagonal));
    HostMatrix<T> a(n, n, layout, numbers);
    const bool lower = triangle == blas::Triangle::lower;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        if (i == j)
          a.memory[a.index(i, j)] = T(2); // well conditioned
        else if ((j < i) != lower)
          a.memory[a.index(i, j)] = std::numeric_limits<T>::quiet_NaN(); // not to be read
        else
          a.memory[a.index(i, j)] /= static_cast<T>(n);
    Buffer<T> device_a(device, a.memory);
    const auto matrix = a.view(device_a);
    const std::vector<T> x = numbers.vector<T>(2 * n);
    std::vector<double> symmetric(n), triangular(x.begin(), x.end());
    for (std::size_t i = 0; i < n; ++i) {
      triangular[2 * i] = 0;
      for (std::size_t j = 0; j < n; ++j) {
        const bool stored = lower ? j <= i : j >= i;
        symmetric[i] += (stored ? a(i, j) : a(j, i)) * double{x[2 * j]};
        if (stored)
          triangular[2 * i] += (i == j && diagonal == blas::Diagonal::ones ? 1 : a(i, j)) * double{x[2 * j]};
      }
    }
    Buffer<T> device_x(device, x), y(device, n);
    const blas::Vector vector(device_x, n, 2);
    if (diagonal == blas::Diagonal::stored) {
      blas::symv(stream, triangle, T(1), matrix, vector, T(0), y);
      expect_near(y.to_host(stream), symmetric);
    }
    blas::trmv(stream, triangle, diagonal, matrix, vector);
    expect_near(device_x.to_host(stream), triangular);
    blas::trsv(stream, triangle, diagonal, matrix, vector);
    expect_near(device_x.to_host(stream), std::vector<double>(x.begin(), x.end()));
    // The other triangle of the transpose is the same one.
    const auto other = lower ? blas::Triangle::upper : blas::Triangle::lower;
    blas::trsv(stream, other, diagonal, blas::transposed(matrix), vector);
    blas::trmv(stream, other, diagonal, blas::transposed(matrix), vector);
    expect_near(device_x.to_host(stream), std::vector<double>(x.begin(), x.end()));
  }

  void all() {
    for (std::size_t size : {0, 1, 5, 1000})
      for (std::size_t stride : {1, 3})
        level_1(size, stride, 4 - stride);
    for (Layout layout : {Layout::row_major, Layout::column_major}) {
      for (std::size_t m : {1, 4, 33})
        for (std::size_t n : {1, 5, 40})
          level_2(m, n, layout, T(1.5), T(-0.5));
      for (double alpha : {0.0, 1.0})
        for (double beta : {0.0, 1.0, 2.0})
          level_2(6, 7, layout, T(alpha), T(beta));
      level_2(6, 0, layout, T(1), T(2));
      level_2(6, 0, layout, T(1), T(0));
      level_2(0, 6, layout, T(1), T(2));
      for (std::size_t n : {0, 1, 6, 65})
        for (auto triangle : {blas::Triangle::lower, blas::Triangle::upper})
          for (auto diagonal : {blas::Diagonal::stored, blas::Diagonal::ones})
            square(n, layout, triangle, diagonal);
    }
  }
};

TEST_P(Blas, Levels1And2OfFloat) {
  Vectors<float>(device_, stream_).all();
}
TEST_P(Blas, Levels1And2OfDouble) {
  Vectors<double>(device_, stream_).all();
}

TEST_P(Blas, NormsDoNotOverflow) {
  Buffer<float> x(device_, std::vector<float>{3e30f, 4e30f});
  EXPECT_FLOAT_EQ(blas::nrm2(stream_, x), 5e30f);
  Buffer<double> y(device_, std::vector<double>{3e-300, 4e-300});
  EXPECT_DOUBLE_EQ(blas::nrm2(stream_, y), 5e-300);
}

TEST_P(Blas, SymvWithoutAlphaScales) {
  Buffer<float> a(device_, std::vector<float>(4, std::numeric_limits<float>::quiet_NaN()));
  Buffer<float> x(device_, std::vector<float>{1, 2}), y(device_, std::vector<float>{3, 4});
  blas::symv(stream_, blas::Triangle::lower, 0, blas::Matrix(a, 2, 2), x, 2, y);
  EXPECT_EQ(y.to_host(stream_), (std::vector<float>{6, 8}));
}

TEST_P(Blas, TakesSpans) {
  Buffer<float> x(device_, std::vector<float>{1, 2, 3, 4});
  blas::axpy(stream_, 2, std::as_const(x).span().first(2), x.span().subspan(2));
  EXPECT_EQ(x.to_host(stream_), (std::vector<float>{1, 2, 5, 8}));
  const blas::Matrix matrix(x, 2, 2);
  blas::swap(stream_, matrix.row(0), matrix.column(1));
}

KCC_FOR_EVERY_DEVICE(Blas);

} // namespace
} // namespace kcc::testing
