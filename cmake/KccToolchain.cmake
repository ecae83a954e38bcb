# How kcc's own targets are built: build type, linker, sanitizers, and the archives that LLVM needs.

if(PROJECT_IS_TOP_LEVEL)
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug, RelWithDebInfo or MinSizeRel" FORCE)
  endif()
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
  if(NOT KCC_SANITIZE)
    # Programs run on machines with another C++ library: those of the bundle, and those to which an
    # installation is copied.
    add_link_options(-static-libstdc++ -static-libgcc)
  endif()
endif()

# Linking LLVM's archives takes one second with lld, and most of a minute with GNU ld.
find_program(KCC_LLD ld.lld HINTS /usr/lib/llvm-22/bin DOC "LLVM's linker; GNU's is used where there is none")
if(KCC_LLD)
  cmake_path(GET KCC_LLD PARENT_PATH lld_folder)
  add_link_options(-fuse-ld=lld -B${lld_folder})
endif()

if(KCC_SANITIZE)
  if(KCC_BUILD_COMPILER)
    message(FATAL_ERROR "LLVM's archives are built without sanitizers, so KCC_SANITIZE checks the runtime only: "
                        "set KCC_BUILD_COMPILER=OFF and KCC_EXECUTABLE to a kcc that is built already")
  endif()
  if(KCC_SANITIZE STREQUAL "thread")
    set(sanitizers thread)
  else()
    set(sanitizers address,undefined)
  endif()
  add_compile_options(-fsanitize=${sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${sanitizers})
endif()

if(KCC_BUILD_COMPILER AND KCC_LLVM_LINK STREQUAL "static")
  find_library(KCC_ZSTD_ARCHIVE NAMES libzstd.a zstd REQUIRED)
  find_library(KCC_ZLIB_ARCHIVE NAMES libz.a z REQUIRED)
endif()
