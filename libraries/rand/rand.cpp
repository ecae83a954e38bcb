// Generators: on a GPU a handle of cuRAND, on the CPU device an engine of <kcc/random.h>.
#include <kcc/rand.h>

#include "common/library.h"
#include "common/stream.h"
#include "curand_api.h"

#include <kcc/random.h>

#include <cmath>
#include <string>
#include <utility>
#include <variant>

namespace kcc::rand {

namespace detail {

namespace {

/// What a call fills memory with.
struct Request {
  enum class Kind : std::uint8_t { bits, uniform, normal, log_normal, poisson };
  Kind kind;
  double a = 0, b = 0; ///< the distribution's parameters
};

} // namespace

class GeneratorImpl {
public:
  explicit GeneratorImpl(const Device &device) : device_(device) {}
  virtual ~GeneratorImpl() = default;
  virtual void seed(std::uint64_t seed, std::uint64_t offset) = 0;

  template <class T>
  void fill(Stream &stream, const char *function, const Output<T> &to, const Request &request) {
    const core::BackendDevice &own = device_.backend_device();
    const auto operation = [&] {
      return std::string("kcc::rand::Generator::") + function + " on " + own.info().label;
    };
    if (&stream.state().device() != &own)
      kcc::detail::fail(operation(), "the stream is on " + stream.state().device().info().label);
    if (to.device && to.device != &own)
      kcc::detail::fail(operation(), "the memory is on " + to.device->info().label);
    const bool is_normal = request.kind == Request::Kind::normal || request.kind == Request::Kind::log_normal;
    if (is_normal && !(std::isfinite(request.a) && std::isfinite(request.b) && request.b >= 0))
      kcc::detail::fail(operation(),
                        "mean " + std::to_string(request.a) + " and deviation " + std::to_string(request.b) +
                            " are not those of a distribution",
                        "Both are finite, and the deviation is at least 0");
    if (request.kind == Request::Kind::poisson && !(request.a > 0 && request.a <= 0x1p30))
      kcc::detail::fail(operation(), "the mean is " + std::to_string(request.a),
                        "It is above 0 and at most 2^30");
    if (!to.elements.empty())
      run(stream, operation, to.elements, request);
  }

  const Device &device() const noexcept { return device_; }

protected:
  virtual void run(Stream &, const core::Operation &, std::span<std::uint32_t> to, const Request &) = 0;
  virtual void run(Stream &, const core::Operation &, std::span<float> to, const Request &) = 0;
  virtual void run(Stream &, const core::Operation &, std::span<double> to, const Request &) = 0;

private:
  Device device_;
};

namespace {

using Kind = Request::Kind;

const curand::Api &loaded() {
  static const curand::Api &api = *new curand::Api(libraries::load<curand::Api>(Library::curand));
  return api;
}

template <class... P, class... A>
void check(const core::Operation &operation, const core::ImportedFunction<curand::Status(P...)> &function,
           A... arguments) {
  if (const curand::Status status = function(arguments...); status != 0)
    throw libraries::status_error(Library::curand, status, function.name, operation.text());
}

class GpuGenerator final : public GeneratorImpl {
public:
  GpuGenerator(const Device &device, std::uint64_t seed, Algorithm algorithm, std::uint64_t offset)
      : GeneratorImpl(device) {
    const auto operation = [&] { return "making a kcc::rand::Generator on " + core::label(device); };
    const libraries::CurrentGpu current(device.backend_device(), operation);
    check(operation, loaded().create, &handle_,
          algorithm == Algorithm::philox ? curand::type_philox : curand::type_mrg32k3a);
    try {
      set_seed(operation, seed, offset);
    } catch (const Error &) {
      loaded().destroy(handle_);
      throw;
    }
  }
  ~GpuGenerator() override {
    cuda::without_throwing([&](const core::Operation &operation) {
      const libraries::CurrentGpu current(device().backend_device(), operation);
      loaded().destroy(handle_);
    });
  }

  void seed(std::uint64_t seed, std::uint64_t offset) override {
    const auto operation = [&] { return "seeding a kcc::rand::Generator on " + core::label(device()); };
    const libraries::CurrentGpu current(device().backend_device(), operation);
    set_seed(operation, seed, offset);
  }

protected:
  void run(Stream &stream, const core::Operation &operation, std::span<std::uint32_t> to,
           const Request &request) override {
    const libraries::CurrentGpu current(stream, operation);
    check(operation, loaded().set_stream, handle_, stream.native_handle());
    if (request.kind == Kind::poisson)
      check(operation, loaded().poisson, handle_, to.data(), to.size(), request.a);
    else
      check(operation, loaded().bits, handle_, to.data(), to.size());
  }
  void run(Stream &stream, const core::Operation &operation, std::span<float> to,
           const Request &request) override {
    run_real(stream, operation, to, request, loaded().uniform, loaded().normal, loaded().log_normal);
  }
  void run(Stream &stream, const core::Operation &operation, std::span<double> to,
           const Request &request) override {
    run_real(stream, operation, to, request, loaded().uniform_double, loaded().normal_double,
             loaded().log_normal_double);
  }

private:
  void set_seed(const core::Operation &operation, std::uint64_t seed, std::uint64_t offset) {
    check(operation, loaded().set_seed, handle_, static_cast<unsigned long long>(seed));
    check(operation, loaded().set_offset, handle_, static_cast<unsigned long long>(offset));
  }

  template <class T, class Uniform, class Normal>
  void run_real(Stream &stream, const core::Operation &operation, std::span<T> to, const Request &request,
                const Uniform &uniform, const Normal &normal, const Normal &log_normal) {
    const libraries::CurrentGpu current(stream, operation);
    check(operation, loaded().set_stream, handle_, stream.native_handle());
    if (request.kind == Kind::uniform)
      return check(operation, uniform, handle_, to.data(), to.size());
    const Normal &function = request.kind == Kind::normal ? normal : log_normal;
    const auto make = [&](T *memory, std::size_t count) {
      check(operation, function, handle_, memory, count, static_cast<T>(request.a),
            static_cast<T>(request.b));
    };
    // cuRAND makes normal numbers in pairs and refuses odd numbers of them. Some of its kernels store pairs,
    // for which the memory must be aligned.
    const bool is_aligned = reinterpret_cast<std::uintptr_t>(to.data()) % (2 * sizeof(T)) == 0;
    const std::size_t even = to.size() / 2 * 2;
    core::StreamState &state = stream.state();
    if (is_aligned) {
      if (even != 0)
        make(to.data(), even);
      if (even == to.size())
        return;
    }
    const std::span<T> rest = is_aligned ? to.subspan(even) : to;
    T *const scratch = static_cast<T *>(state.scratch((rest.size() + 1) * sizeof(T)));
    make(scratch, (rest.size() + 1) / 2 * 2);
    core::BackendDevice &gpu = state.device();
    gpu.copy(state.handle(), {rest.data(), &gpu, scratch, &gpu, rest.size_bytes()}, operation);
  }

  curand::Handle handle_ = nullptr;
};

using Engine = std::variant<random::Philox4x32, random::Mrg32k3a>;

/// Work in a stream may outlive the generator, and has the engine of the seed that was set when it was
/// enqueued.
class CpuGenerator final : public GeneratorImpl {
public:
  CpuGenerator(const Device &device, std::uint64_t seed, Algorithm algorithm, std::uint64_t offset)
      : GeneratorImpl(device), algorithm_(algorithm) {
    CpuGenerator::seed(seed, offset);
  }

  void seed(std::uint64_t seed, std::uint64_t offset) override {
    Engine engine =
        algorithm_ == Algorithm::philox ? Engine(random::Philox4x32(seed)) : Engine(random::Mrg32k3a(seed));
    std::visit([&](auto &chosen) { chosen.discard(offset); }, engine);
    engine_ = std::make_shared<Engine>(engine);
  }

protected:
  void run(Stream &stream, const core::Operation &operation, std::span<std::uint32_t> to,
           const Request &request) override {
    enqueue(stream, operation, to, [request](auto &engine, std::span<std::uint32_t> to) {
      if (request.kind == Kind::poisson) {
        const random::Poisson poisson(request.a);
        for (std::uint32_t &number : to)
          number = static_cast<std::uint32_t>(poisson(engine));
      } else {
        for (std::uint32_t &number : to)
          number = static_cast<std::uint32_t>(engine());
      }
    });
  }
  void run(Stream &stream, const core::Operation &operation, std::span<float> to,
           const Request &request) override {
    run_real(stream, operation, to, request);
  }
  void run(Stream &stream, const core::Operation &operation, std::span<double> to,
           const Request &request) override {
    run_real(stream, operation, to, request);
  }

private:
  template <class T>
  void run_real(Stream &stream, const core::Operation &operation, std::span<T> to, const Request &request) {
    enqueue(stream, operation, to, [request](auto &engine, std::span<T> to) {
      const auto fill = [&](const auto &distribution) {
        for (T &number : to)
          number = distribution(engine);
      };
      const T mean = static_cast<T>(request.a), deviation = static_cast<T>(request.b);
      if (request.kind == Kind::normal)
        fill(random::Normal<T>(mean, deviation));
      else if (request.kind == Kind::log_normal)
        fill(random::LogNormal<T>(mean, deviation));
      else
        fill([](auto &source) { return random::detail::unit_above_zero<T>(source); });
    });
  }
  template <class T, class F>
  void enqueue(Stream &stream, const core::Operation &operation, std::span<T> to, F fill) {
    libraries::run_on_cpu_stream(stream, operation, [engine = engine_, to, fill] {
      std::visit([&](auto &chosen) { fill(chosen, to); }, *engine);
    });
  }

  Algorithm algorithm_;
  std::shared_ptr<Engine> engine_;
};

} // namespace

} // namespace detail

using Kind = detail::Request::Kind;

Generator::Generator(const Device &device, std::uint64_t seed, Algorithm algorithm, std::uint64_t offset) {
  if (libraries::is_cpu(device))
    impl_ = std::make_unique<detail::CpuGenerator>(device, seed, algorithm, offset);
  else
    impl_ = std::make_unique<detail::GpuGenerator>(device, seed, algorithm, offset);
}
Generator::Generator(Generator &&) noexcept = default;
Generator &Generator::operator=(Generator &&) noexcept = default;
Generator::~Generator() = default;

const Device &Generator::device() const noexcept {
  return impl_->device();
}
void Generator::seed(std::uint64_t seed, std::uint64_t offset) {
  impl_->seed(seed, offset);
}
void Generator::bits(Stream &stream, detail::Output<std::uint32_t> to) {
  impl_->fill(stream, "bits", to, {Kind::bits});
}
void Generator::uniform(Stream &stream, detail::Output<float> to) {
  impl_->fill(stream, "uniform", to, {Kind::uniform});
}
void Generator::uniform(Stream &stream, detail::Output<double> to) {
  impl_->fill(stream, "uniform", to, {Kind::uniform});
}
void Generator::normal(Stream &stream, detail::Output<float> to, float mean, float deviation) {
  impl_->fill(stream, "normal", to, {Kind::normal, mean, deviation});
}
void Generator::normal(Stream &stream, detail::Output<double> to, double mean, double deviation) {
  impl_->fill(stream, "normal", to, {Kind::normal, mean, deviation});
}
void Generator::log_normal(Stream &stream, detail::Output<float> to, float mean, float deviation) {
  impl_->fill(stream, "log_normal", to, {Kind::log_normal, mean, deviation});
}
void Generator::log_normal(Stream &stream, detail::Output<double> to, double mean, double deviation) {
  impl_->fill(stream, "log_normal", to, {Kind::log_normal, mean, deviation});
}
void Generator::poisson(Stream &stream, detail::Output<std::uint32_t> to, double mean) {
  impl_->fill(stream, "poisson", to, {Kind::poisson, mean});
}

} // namespace kcc::rand
