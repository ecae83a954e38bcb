// NVIDIA's libraries, which kcc opens at run time: which ones there are, and where they come from. Programs
// link kcc::libraries.
#ifndef KCC_LIBRARIES_H
#define KCC_LIBRARIES_H

#include <filesystem>

namespace kcc {

/// A library that kcc opens when it is first needed. None is needed to build a program, nor on the CPU
/// device.
enum class Library {
  cublas, ///< <kcc/blas.h>; KCC_CUBLAS_LIBRARY
  nccl,   ///< <kcc/communicator.h>; KCC_NCCL_LIBRARY
  cufft,  ///< <kcc/fft.h>; KCC_CUFFT_LIBRARY
  curand, ///< <kcc/rand.h>; KCC_CURAND_LIBRARY
  cudnn,  ///< <kcc/dnn.h>; KCC_CUDNN_LIBRARY
};

/// Opens this file instead of searching for the library. It has the same effect as the library's environment
/// variable (see Library) and takes precedence over it. Call it before the first use of the library; later it
/// throws Error, because a process opens each library once.
///
/// Without either, kcc tries the names that the dynamic linker knows (`libcublas.so.13`, `.12`, …, leaving
/// out versions that the driver is too old for), then the folders of a CUDA toolkit (CUDA_PATH, CUDA_HOME,
/// /usr/local/cuda) and those of NVIDIA's Python packages in an active environment (VIRTUAL_ENV,
/// CONDA_PREFIX).
void use_library(Library library, const std::filesystem::path &file);

/// Opens the library and returns its file. Throws an Error that lists what was tried and says what to
/// install.
std::filesystem::path library_file(Library library);

} // namespace kcc

#endif
