# `cmake --install`: the tool, the headers, a library each of the runtime, the algorithms and the libraries, and the package for find_package(kcc).
include(CMakePackageConfigHelpers)

set(library_files "")
# Users link one archive: the runtime with the CPU device's engine and Boost.Context's switches inside, so
# that they need no Boost. The build keeps them as separate targets.
if(NOT KCC_RUNTIME_LIBRARY STREQUAL "shared")
  set(Boost_USE_STATIC_LIBS ON)
  find_package(Boost REQUIRED COMPONENTS context)
  get_target_property(context_archive Boost::context IMPORTED_LOCATION_RELEASE)
  if(NOT context_archive)
    get_target_property(context_archive Boost::context IMPORTED_LOCATION)
  endif()
  set(runtime_archive ${CMAKE_CURRENT_BINARY_DIR}/package/libkcc_runtime.a)
  get_target_property(backtrace_archive kcc_cpu_engine KCC_BACKTRACE_ARCHIVE)
  if(NOT backtrace_archive)
    set(backtrace_archive "")
  endif()
  set(parts $<TARGET_FILE:kcc_runtime> $<TARGET_FILE:kcc_cpu_engine> ${context_archive} ${backtrace_archive})
  add_custom_command(
    OUTPUT ${runtime_archive}
    COMMAND ${CMAKE_COMMAND} -DAR=${CMAKE_AR} -DOUTPUT=${runtime_archive} "-DPARTS=${parts}"
            -P ${PROJECT_SOURCE_DIR}/cmake/MergeArchives.cmake
    DEPENDS ${parts} ${PROJECT_SOURCE_DIR}/cmake/MergeArchives.cmake
    COMMENT "Merging the runtime into one archive" VERBATIM)
  list(APPEND library_files ${runtime_archive} $<TARGET_FILE:kcc_libraries>)
endif()
# The algorithms' functions and their kernels are also one archive. Without a kcc there is none.
if(TARGET kcc_algorithms)
  set(algorithms_archive ${CMAKE_CURRENT_BINARY_DIR}/package/libkcc_algorithms.a)
  set(parts $<TARGET_FILE:kcc_algorithms> $<TARGET_FILE:kcc_algorithm_kernels>)
  add_custom_command(
    OUTPUT ${algorithms_archive}
    COMMAND ${CMAKE_COMMAND} -DAR=${CMAKE_AR} -DOUTPUT=${algorithms_archive} "-DPARTS=${parts}"
            -P ${PROJECT_SOURCE_DIR}/cmake/MergeArchives.cmake
    DEPENDS ${parts} ${PROJECT_SOURCE_DIR}/cmake/MergeArchives.cmake
    COMMENT "Merging the algorithms into one archive" VERBATIM)
  list(APPEND library_files ${algorithms_archive})
endif()
add_custom_target(kcc_package ALL DEPENDS ${library_files})
if(NOT KCC_RUNTIME_LIBRARY STREQUAL "shared")
  add_dependencies(kcc_package kcc_libraries)
endif()

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/kcc)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/kccConfig.cmake.in package/kccConfig.cmake
  INSTALL_DESTINATION ${package_folder}
  PATH_VARS CMAKE_INSTALL_BINDIR CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
# Before 1.0 a minor version may break compatibility with the previous one.
write_basic_package_version_file(package/kccConfigVersion.cmake COMPATIBILITY SameMinorVersion)

# Two components: `runtime` is what programs are built with, `compiler` what their kernels are compiled with.
if(KCC_BUILD_COMPILER)
  install(TARGETS kcc RUNTIME COMPONENT compiler)
elseif(KCC_EXECUTABLE)
  install(PROGRAMS ${KCC_EXECUTABLE} DESTINATION ${CMAKE_INSTALL_BINDIR} RENAME kcc COMPONENT compiler)
endif()
install(FILES ${library_files} DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime)
if(TARGET kcc_runtime_shared)
  install(TARGETS kcc_runtime_shared LIBRARY COMPONENT runtime)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/kcc DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT runtime)
install(FILES ${PROJECT_SOURCE_DIR}/gdb/kcc.py ${PROJECT_SOURCE_DIR}/gdb/kcc_printers.py ${PROJECT_SOURCE_DIR}/gdb/kcc_threads.py
        DESTINATION ${CMAKE_INSTALL_DATADIR}/kcc/gdb COMPONENT runtime)
foreach(component IN ITEMS runtime compiler)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/package/kccConfig.cmake
                ${CMAKE_CURRENT_BINARY_DIR}/package/kccConfigVersion.cmake
                ${PROJECT_SOURCE_DIR}/cmake/AddGpuKernel.cmake
                ${PROJECT_SOURCE_DIR}/cmake/PtxImage.cmake
          DESTINATION ${package_folder} COMPONENT ${component})
  install(FILES LICENSE-APACHE LICENSE-MIT README.md CHANGELOG.md CONTRIBUTING.md DESTINATION ${CMAKE_INSTALL_DOCDIR}
          COMPONENT ${component})
  install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT ${component})
endforeach()
