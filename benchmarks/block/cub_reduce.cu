// cub::DeviceReduce, in functions that the benchmark program loads at run time.
#include <cub/device/device_reduce.cuh>
#include <cuda/functional>

#include <cuda/std/limits>

template <class T>
static int reduce(int operation, void *temporary, size_t *bytes, const void *in, void *out, size_t count,
                  void *stream) {
  const T *values = static_cast<const T *>(in);
  T *result = static_cast<T *>(out);
  const auto s = static_cast<cudaStream_t>(stream);
  return operation == 0   ? cub::DeviceReduce::Sum(temporary, *bytes, values, result, count, s)
         : operation == 1 ? cub::DeviceReduce::Min(temporary, *bytes, values, result, count, s)
                          : cub::DeviceReduce::Max(temporary, *bytes, values, result, count, s);
}

#define REDUCE(name, T)                                                                                      \
  extern "C" int cub_reduce_##name(int operation, void *temporary, size_t *bytes, const void *in, void *out, \
                                   size_t count, void *stream) {                                             \
    return reduce<T>(operation, temporary, bytes, in, out, count, stream);                                   \
  }
REDUCE(u32, unsigned)
REDUCE(u64, unsigned long)
REDUCE(f32, float)
REDUCE(f64, double)
