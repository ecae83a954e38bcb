// kcc::blas::gemm against cublasGemmEx, called directly with a handle of its own, on the same stream and
// data.
#include "compare.h"

#include "blas/cublas_api.h"
#include "common/library.h"

#include <kcc/blas.h>

#include <cstdio>
#include <cstring>

namespace {

using namespace kcc::cublas;
namespace blas = kcc::blas;

void check(Status status) {
  if (status != 0) {
    std::printf("cuBLAS failed: %d\n", status);
    std::exit(1);
  }
}

template <class T> struct Of;
template <> struct Of<float> {
  static constexpr const char *name = "float";
  static constexpr DataType data = data_f32;
  static constexpr ComputeType compute = compute_f32;
};
template <> struct Of<double> {
  static constexpr const char *name = "double";
  static constexpr DataType data = data_f64;
  static constexpr ComputeType compute = compute_f64;
};
template <> struct Of<kcc::float16> {
  static constexpr const char *name = "float16";
  static constexpr DataType data = data_f16;
  static constexpr ComputeType compute = compute_f32;
};
template <> struct Of<kcc::bfloat16> {
  static constexpr const char *name = "bfloat16";
  static constexpr DataType data = data_bf16;
  static constexpr ComputeType compute = compute_f32;
};

struct Bench {
  kcc::Stream stream{kcc::Device::cuda()};
  Api api = kcc::libraries::load<Api>(kcc::Library::cublas);
  Handle handle = nullptr;

  Bench() {
    stream.synchronize(); // makes the context current to this thread
    check(api.create(&handle));
    check(api.set_stream(handle, stream.native_handle()));
  }
  ~Bench() { api.destroy(handle); }

  template <class T> void gemm(std::size_t n, blas::Precision precision = blas::Precision::full) {
    using Scalar = blas::detail::gemm_scalar<T>;
    std::vector<T> host(n * n);
    std::uint32_t state = 1;
    for (T &element : host) {
      state = state * 1664525 + 1013904223;
      element = static_cast<T>(static_cast<float>(state >> 16) / 65536 - 0.5f);
    }
    kcc::Buffer<T> a(stream.device(), host), b(stream.device(), host), c(stream.device(), n * n);
    kcc::Buffer<T> d(stream.device(), n * n);
    const int size = static_cast<int>(n);
    const Scalar one = 1, zero = 0;
    const bool tf32 = precision == blas::Precision::tf32;
    const auto with_kcc = [&] {
      blas::gemm(stream, one, blas::Matrix(a, n, n), blas::Matrix(b, n, n), zero, blas::Matrix(c, n, n),
                 precision);
    };
    // Row-major, so B comes first.
    const auto direct = [&] {
      check(api.gemm(handle, not_transposed, not_transposed, size, size, size, &one, b.data(), Of<T>::data,
                     size, a.data(), Of<T>::data, size, &zero, d.data(), Of<T>::data, size,
                     tf32 ? compute_tf32 : Of<T>::compute, default_algorithm));
    };
    const int calls = static_cast<int>(std::clamp(4e11 / (static_cast<double>(n) * n * n), 2.0, 1000.0));
    const auto times =
        compare::both([&](int calls, auto &call) { return compare::device_time(stream, calls, call); }, 9,
                      calls, with_kcc, direct);
    const std::vector<T> ours = c.to_host(stream), theirs = d.to_host(stream);
    const bool same = std::memcmp(ours.data(), theirs.data(), n * n * sizeof(T)) == 0;
    const double operations = 2.0 * static_cast<double>(n) * n * n / 1e6;
    std::printf("| gemm %s%s, %zu | %.1f | %.1f | %.3f | %s |\n", Of<T>::name, tf32 ? " (TF32)" : "", n,
                operations / times.kcc, operations / times.direct, times.direct / times.kcc,
                same ? "same bits" : "other bits");
  }

  void host_cost() {
    kcc::Buffer<float> a(stream.device(), std::vector<float>(16, 1)), c(stream.device(), 16);
    const float one = 1, zero = 0;
    const blas::Matrix<const float> matrix(std::as_const(a), 4, 4);
    const blas::Matrix<float> result(c, 4, 4);
    const auto times =
        compare::both([&](int calls, auto &call) { return compare::host_time(stream, calls, call); }, 31, 200,
                      [&] { blas::gemm(stream, one, matrix, matrix, zero, result); },
                      [&] {
                        check(api.gemm(handle, not_transposed, not_transposed, 4, 4, 4, &one, a.data(),
                                       data_f32, 4, a.data(), data_f32, 4, &zero, c.data(), data_f32, 4,
                                       compute_f32, default_algorithm));
                      });
    std::printf("host time of a small gemm: kcc %.3f us, cuBLAS %.3f us\n", times.kcc, times.direct);
  }
};

} // namespace

int main() {
  try {
    Bench bench;
    std::printf("%s, %s, %s\n\n| product | kcc, TFLOP/s | cuBLAS, TFLOP/s | kcc/cuBLAS | results |\n"
                "| --- | --- | --- | --- | --- |\n",
                bench.stream.device().name().c_str(), bench.stream.device().driver().c_str(),
                kcc::library_file(kcc::Library::cublas).c_str());
    for (std::size_t n : {512, 2048, 8192}) {
      bench.gemm<float>(n);
      bench.gemm<float>(n, blas::Precision::tf32);
      bench.gemm<kcc::float16>(n);
      bench.gemm<kcc::bfloat16>(n);
      bench.gemm<double>(n);
    }
    bench.host_cost();
  } catch (const kcc::Error &error) {
    std::printf("%s\n", error.what());
    return 1;
  }
}
