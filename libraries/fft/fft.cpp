// Plans: on a GPU a handle of cuFFT, on the CPU device tables of roots for each dimension.
#include <kcc/fft.h>

#include "common/library.h"
#include "common/stream.h"
#include "cpu_fft.h"
#include "cufft_api.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kcc::fft {

namespace {

constexpr std::size_t max_size = std::size_t{1} << 48;

} // namespace

Shape::Shape(std::initializer_list<std::size_t> extents) : dimensions_(extents.size()) {
  if (extents.size() < 1 || extents.size() > 3)
    kcc::detail::fail("kcc::fft::Shape", std::to_string(extents.size()) + " dimensions are not one to three");
  std::ranges::copy(extents, extents_.begin());
  if (std::ranges::find(extents, std::size_t{0}) != extents.end())
    kcc::detail::fail("kcc::fft::Shape", "an extent is 0", "Every extent is at least 1");
}

std::size_t Shape::size() const {
  std::size_t size = 1;
  for (const std::size_t extent : extents()) {
    if (extent > max_size / size)
      kcc::detail::fail("kcc::fft::Shape", "there are more than 2^48 elements");
    size *= extent;
  }
  return size;
}

namespace detail {

namespace {

std::string text(const Shape &shape) {
  std::string text;
  for (const std::size_t extent : shape.extents())
    text += (text.empty() ? "" : " x ") + std::to_string(extent);
  return text;
}

const cufft::Api &loaded() {
  static const cufft::Api &api = *new cufft::Api(libraries::load<cufft::Api>(Library::cufft));
  return api;
}

template <class... P, class... A>
void check(const core::Operation &operation, const core::ImportedFunction<cufft::Status(P...)> &function,
           A... arguments) {
  if (const cufft::Status status = function(arguments...); status != 0)
    throw libraries::status_error(Library::cufft, status, function.name, operation.text());
}

/// A handle for one kind of transform.
class CufftHandle {
public:
  CufftHandle(core::BackendDevice &gpu, const core::Operation &operation, const Shape &shape,
              cufft::Type type, std::size_t batch)
      : gpu_(gpu) {
    const libraries::CurrentGpu current(gpu, operation);
    check(operation, loaded().create, &handle_);
    try {
      std::vector<long long> extents(shape.extents().begin(), shape.extents().end());
      std::size_t work_bytes = 0;
      check(operation, loaded().make_plan_many, handle_, static_cast<int>(extents.size()), extents.data(),
            nullptr, 1LL, 0LL, nullptr, 1LL, 0LL, type, static_cast<long long>(batch), &work_bytes);
    } catch (const Error &) {
      loaded().destroy(handle_);
      throw;
    }
  }
  ~CufftHandle() {
    cuda::without_throwing([&](const core::Operation &operation) {
      const libraries::CurrentGpu current(gpu_, operation);
      loaded().destroy(handle_);
    });
  }
  CufftHandle(const CufftHandle &) = delete;
  CufftHandle &operator=(const CufftHandle &) = delete;

  cufft::Handle get() const noexcept { return handle_; }

private:
  core::BackendDevice &gpu_;
  cufft::Handle handle_ = 0;
};

template <class T> T *writable(const void *memory) {
  return static_cast<T *>(const_cast<void *>(memory));
}

} // namespace

class PlanImpl {
public:
  PlanImpl(const Device &device, const Shape &shape, std::size_t batch, bool real, bool is_double)
      : device_(device), shape_(shape), batch_(batch), real_(real), is_double_(is_double) {
    if (batch == 0 || batch > max_size / shape.size())
      kcc::detail::fail(operation(), batch == 0 ? "the batch is 0" : "there are more than 2^48 elements");
  }
  virtual ~PlanImpl() = default;

  /// "making a kcc::fft plan of 3 x 4 numbers, 2 times, on device 0 (NVIDIA H200)"
  std::string operation() const {
    return "making a kcc::fft plan of " + text(shape_) + (real_ ? " real" : " complex") + " numbers, " +
           std::to_string(batch_) + (batch_ == 1 ? " time" : " times") + ", on " + core::label(device_);
  }
  /// Complex numbers of one transform where the other side is real.
  std::size_t spectrum_size() const {
    const std::size_t last = shape_.extents().back();
    return shape_.size() / last * (last / 2 + 1);
  }
  void check_call(const Stream &stream, const Call &call) const;
  virtual void run(Stream &stream, const core::Operation &operation, const Call &call) = 0;

  Device device_;
  Shape shape_;
  std::size_t batch_;
  bool real_, is_double_;
};

void PlanImpl::check_call(const Stream &stream, const Call &call) const {
  const core::BackendDevice &own = device_.backend_device();
  const auto fail = [&](const std::string &text) {
    kcc::detail::fail(std::string("kcc::fft::") + call.function + " on " + own.info().label, text);
  };
  const auto check = [&](const char *name, std::size_t size, bool spectrum,
                         const core::BackendDevice *device) {
    const std::size_t one = spectrum && real_ ? spectrum_size() : shape_.size();
    if (size != one * batch_)
      fail("`" + std::string(name) + "` has " + std::to_string(size) + " elements, but " +
           std::to_string(batch_) + " transforms of " + text(shape_) + " take " +
           std::to_string(one * batch_));
    if (device && device != &own)
      fail("`" + std::string(name) + "` is on " + device->info().label);
  };
  if (&stream.state().device() != &own)
    fail("the stream is on " + stream.state().device().info().label);
  check("from", call.from_size, call.transform == Transform::complex_to_real, call.from_device);
  check("to", call.to_size, call.transform == Transform::real_to_complex, call.to_device);
  if (real_ && call.from == call.to)
    fail("`from` and `to` are the same memory, but real and complex numbers have different sizes");
}

namespace {

class GpuPlan final : public PlanImpl {
public:
  GpuPlan(const Device &device, const Shape &shape, std::size_t batch, bool real, bool is_double)
      : PlanImpl(device, shape, batch, real, is_double) {
    const auto making = [this] { return operation(); };
    core::BackendDevice &gpu = device.backend_device();
    if (real)
      inverse_ =
          std::make_unique<CufftHandle>(gpu, making, shape, is_double ? cufft::z2d : cufft::c2r, batch);
    forward_ = std::make_unique<CufftHandle>(
        gpu, making, shape,
        real ? (is_double ? cufft::d2z : cufft::r2c) : (is_double ? cufft::z2z : cufft::c2c), batch);
  }

  void run(Stream &stream, const core::Operation &operation, const Call &call) override {
    using cufft::ComplexD, cufft::ComplexF;
    const cufft::Api &api = loaded();
    const libraries::CurrentGpu current(stream, operation);
    const bool is_c2r = call.transform == Transform::complex_to_real;
    const cufft::Handle plan = (is_c2r ? inverse_ : forward_)->get();
    check(operation, api.set_stream, plan, stream.native_handle());
    const void *const from = call.from;
    void *const to = call.to;
    const int direction = call.forward ? cufft::forward : cufft::inverse;
    switch (call.transform) {
    case Transform::complex_to_complex:
      return is_double_ ? check(operation, api.exec_z2z, plan, writable<ComplexD>(from),
                                writable<ComplexD>(to), direction)
                        : check(operation, api.exec_c2c, plan, writable<ComplexF>(from),
                                writable<ComplexF>(to), direction);
    case Transform::real_to_complex:
      return is_double_ ? check(operation, api.exec_d2z, plan, writable<double>(from), writable<ComplexD>(to))
                        : check(operation, api.exec_r2c, plan, writable<float>(from), writable<ComplexF>(to));
    case Transform::complex_to_real:
      return is_double_ ? check(operation, api.exec_z2d, plan, writable<ComplexD>(from), writable<double>(to))
                        : check(operation, api.exec_c2r, plan, writable<ComplexF>(from), writable<float>(to));
    }
  }

private:
  std::unique_ptr<CufftHandle> forward_, inverse_; ///< only a real plan has the second
};

/// What a transform on the CPU device needs; work in a stream may outlive the plan.
struct CpuTables {
  std::vector<std::size_t> extents; ///< the batch and the shape's
  std::vector<cpu::Line> lines;     ///< for each but the batch
};

template <class T> void run_on_cpu(const CpuTables &tables, const Call &call) {
  std::vector<std::size_t> extents = tables.extents;
  const std::size_t length = extents.back(), last = extents.size() - 1;
  std::size_t lines = 1;
  for (std::size_t i = 0; i < last; ++i)
    lines *= extents[i];
  const bool is_real = call.transform != Transform::complex_to_complex;
  const bool to_real = call.transform == Transform::complex_to_real;
  const std::size_t half = length / 2 + 1;
  const auto transform = [&](std::vector<cpu::Complex> &array, std::size_t dimension) {
    cpu::transform_dimension(array, extents, dimension, tables.lines[dimension - 1], call.forward);
  };
  const auto *from = static_cast<const std::complex<T> *>(call.from);
  auto *to = static_cast<std::complex<T> *>(call.to);

  if (call.transform == Transform::real_to_complex) {
    const T *real = static_cast<const T *>(call.from);
    std::vector<cpu::Complex> array(real, real + lines * length);
    transform(array, last);
    for (std::size_t i = 0; i < lines; ++i) // the rest is symmetric
      std::copy_n(array.begin() + static_cast<std::ptrdiff_t>(i * length), half,
                  array.begin() + static_cast<std::ptrdiff_t>(i * half));
    array.resize(lines * half);
    extents.back() = half;
    for (std::size_t dimension = last; --dimension > 0;)
      transform(array, dimension);
    std::ranges::transform(array, to, [](cpu::Complex value) { return std::complex<T>(value); });
    return;
  }
  if (is_real)
    extents.back() = half;
  std::vector<cpu::Complex> array(from, from + lines * extents.back());
  for (std::size_t dimension = 1; dimension < last; ++dimension)
    transform(array, dimension);
  if (to_real) {
    std::vector<cpu::Complex> whole(lines * length);
    for (std::size_t i = 0; i < lines; ++i)
      for (std::size_t k = 0; k < length; ++k)
        whole[i * length + k] = k < half ? array[i * half + k] : std::conj(array[i * half + length - k]);
    array = std::move(whole);
    extents.back() = length;
  }
  transform(array, last);
  if (to_real)
    std::ranges::transform(array, static_cast<T *>(call.to),
                           [](cpu::Complex value) { return static_cast<T>(value.real()); });
  else
    std::ranges::transform(array, to, [](cpu::Complex value) { return std::complex<T>(value); });
}

class CpuPlan final : public PlanImpl {
public:
  CpuPlan(const Device &device, const Shape &shape, std::size_t batch, bool real, bool is_double)
      : PlanImpl(device, shape, batch, real, is_double) {
    tables_->extents.push_back(batch);
    for (const std::size_t extent : shape.extents()) {
      tables_->extents.push_back(extent);
      tables_->lines.emplace_back(extent);
    }
  }

  void run(Stream &stream, const core::Operation &operation, const Call &call) override {
    libraries::run_on_cpu_stream(stream, operation, [tables = tables_, call, is_double = is_double_] {
      is_double ? run_on_cpu<double>(*tables, call) : run_on_cpu<float>(*tables, call);
    });
  }

private:
  std::shared_ptr<CpuTables> tables_ = std::make_shared<CpuTables>();
};

} // namespace

AnyPlan::AnyPlan(const Device &device, const Shape &shape, std::size_t batch, bool real, bool is_double) {
  if (libraries::is_cpu(device))
    impl_ = std::make_unique<CpuPlan>(device, shape, batch, real, is_double);
  else
    impl_ = std::make_unique<GpuPlan>(device, shape, batch, real, is_double);
}
AnyPlan::AnyPlan(AnyPlan &&) noexcept = default;
AnyPlan &AnyPlan::operator=(AnyPlan &&) noexcept = default;
AnyPlan::~AnyPlan() = default;

const Device &AnyPlan::device() const noexcept {
  return impl_->device_;
}
const Shape &AnyPlan::shape() const noexcept {
  return impl_->shape_;
}
std::size_t AnyPlan::batch() const noexcept {
  return impl_->batch_;
}

void AnyPlan::run(Stream &stream, const Call &call) {
  impl_->check_call(stream, call);
  const auto operation = [&] {
    return std::string("kcc::fft::") + call.function + " on " + core::label(impl_->device_);
  };
  impl_->run(stream, operation, call);
}

} // namespace detail

} // namespace kcc::fft
