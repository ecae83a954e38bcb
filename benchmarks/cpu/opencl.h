// OpenCL on the CPU by PoCL, loaded at run time: building needs no headers, and without it these peers are
// left out.
#ifndef CPU_BENCHMARK_OPENCL_H
#define CPU_BENCHMARK_OPENCL_H

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace bench {

class OpenCl;

/// Memory of PoCL's device, or nothing where there is no PoCL. Not to outlive the OpenCl.
class OpenClMemory {
public:
  OpenClMemory(const OpenCl &opencl, std::size_t bytes);
  OpenClMemory(OpenClMemory &&other) noexcept
      : opencl_(other.opencl_), memory_(std::exchange(other.memory_, nullptr)) {}
  OpenClMemory &operator=(OpenClMemory &&) = delete;
  ~OpenClMemory();

  void *handle() const { return memory_; }
  void write(const void *host, std::size_t bytes) const; ///< waits
  void read(void *host, std::size_t bytes) const;        ///< waits, after the launches before

private:
  const OpenCl *opencl_;
  void *memory_;
};

/// `count` elements of T.
template <class T> class OpenClBuffer {
public:
  OpenClBuffer(const OpenCl &opencl, std::size_t count) : memory_(opencl, count * sizeof(T)), count_(count) {}

  void write(std::span<const T> host) const { memory_.write(host.data(), host.size_bytes()); }
  std::vector<T> to_host() const {
    std::vector<T> host(count_);
    memory_.read(host.data(), count_ * sizeof(T));
    return host;
  }
  void *handle() const { return memory_.handle(); }

private:
  OpenClMemory memory_;
  std::size_t count_;
};

struct NdRange {
  std::array<std::size_t, 2> global{1, 1}, local{1, 1};
};

/// PoCL's device, a queue, and the kernels of a source file. Members throw std::runtime_error.
class OpenCl {
public:
  explicit OpenCl(const std::string &source_path);
  ~OpenCl();

  /// Whether there is PoCL. Without it nothing may be launched.
  bool is_available() const { return queue_ != nullptr; }
  /// The device, or why there is none.
  const std::string &description() const { return description_; }

  /// Enqueues a kernel; buffers are passed as such, everything else by its bytes.
  template <class... Arguments>
  void launch(const char *kernel, const NdRange &range, const Arguments &...arguments) const {
    void *const function = find(kernel);
    unsigned index = 0;
    (set(function, index++, arguments), ...);
    enqueue(function, range);
  }
  void finish() const;

private:
  friend class OpenClMemory;
  struct Api;

  template <class T> void set(void *kernel, unsigned index, const OpenClBuffer<T> &buffer) const {
    void *const handle = buffer.handle();
    set_bytes(kernel, index, sizeof handle, &handle);
  }
  template <class T>
    requires std::is_arithmetic_v<T>
  void set(void *kernel, unsigned index, const T &value) const {
    set_bytes(kernel, index, sizeof value, &value);
  }
  void set_bytes(void *kernel, unsigned index, std::size_t bytes, const void *value) const;
  void *find(const char *kernel) const;
  void enqueue(void *kernel, const NdRange &range) const;
  void build(const std::string &source_path);
  static void check(int status, const char *what);

  std::unique_ptr<Api> api_;
  void *device_ = nullptr, *context_ = nullptr, *queue_ = nullptr, *program_ = nullptr;
  mutable std::map<std::string, void *, std::less<>> kernels_;
  std::string description_;
};

} // namespace bench

#endif
