// The table of NVIDIA's libraries: names, versions, status codes.
#ifndef KCC_LIBRARIES_COMMON_DESCRIPTIONS_H
#define KCC_LIBRARIES_COMMON_DESCRIPTIONS_H

#include "blas/cublas_status.h"
#include "dnn/cudnn_status.h"
#include "fft/cufft_status.h"
#include "library.h"
#include "nccl/nccl_status.h"
#include "rand/curand_status.h"

#include <array>

namespace kcc::libraries {

inline constexpr std::array<LibraryVersion, 3> cublas_versions{{{13, 13}, {12, 12}, {11, 11}}};

inline constexpr std::array<LibraryVersion, 1> nccl_versions{{{2, 0}}};

inline constexpr std::array<LibraryVersion, 3> cufft_versions{{{12, 13}, {11, 12}, {10, 11}}};

/// One name for all versions of CUDA; the dynamic linker takes the one that is installed.
inline constexpr std::array<LibraryVersion, 1> curand_versions{{{10, 0}}};

/// One name for all versions of CUDA, too.
inline constexpr std::array<LibraryVersion, 1> cudnn_versions{{{9, 0}}};

/// In the order of Library.
inline constexpr std::array<LibraryDescription, 5> descriptions{{
    {Library::cublas, "cuBLAS", "libcublas.so", cublas_versions, "cublas", "KCC_CUBLAS_LIBRARY",
     "Install cuBLAS: NVIDIA's packages libcublas-13-0 or libcublas-12-9, or a CUDA toolkit, or `pip install "
     "nvidia-cublas` (nvidia-cublas-cu12 for CUDA 12)",
     cublas_statuses},
    {Library::nccl, "NCCL", "libnccl.so", nccl_versions, "nccl", "KCC_NCCL_LIBRARY",
     "Install NCCL 2.7 or newer: NVIDIA's package libnccl2, or `pip install nvidia-nccl-cu13` "
     "(nvidia-nccl-cu12 for CUDA 12)",
     nccl_statuses},
    {Library::cufft, "cuFFT", "libcufft.so", cufft_versions, "cufft", "KCC_CUFFT_LIBRARY",
     "Install cuFFT: NVIDIA's packages libcufft-13-0 or libcufft-12-9, or a CUDA toolkit, or `pip install "
     "nvidia-cufft` (nvidia-cufft-cu12 for CUDA 12)",
     cufft_statuses},
    {Library::curand, "cuRAND", "libcurand.so", curand_versions, "curand", "KCC_CURAND_LIBRARY",
     "Install cuRAND: NVIDIA's packages libcurand-13-0 or libcurand-12-9, or a CUDA toolkit, or `pip install "
     "nvidia-curand` (nvidia-curand-cu12 for CUDA 12)",
     curand_statuses},
    {Library::cudnn, "cuDNN", "libcudnn.so", cudnn_versions, "cudnn", "KCC_CUDNN_LIBRARY",
     "Install cuDNN 9: NVIDIA's packages cudnn9-cuda-13 or cudnn9-cuda-12, or `pip install "
     "nvidia-cudnn-cu13` "
     "(nvidia-cudnn-cu12 for CUDA 12)",
     cudnn_statuses},
}};

} // namespace kcc::libraries

#endif
