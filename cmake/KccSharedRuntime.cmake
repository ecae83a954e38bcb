# kcc_runtime_shared: the runtime, the CPU device and the libraries as one shared object, of which a program and its plug-ins
# have one copy together. Its sources are those of the static libraries, compiled again: they export different symbols.
set(sources "")
foreach(target IN ITEMS kcc_runtime kcc_cpu_engine kcc_libraries)
  get_target_property(folder ${target} SOURCE_DIR)
  get_target_property(files ${target} SOURCES)
  list(TRANSFORM files PREPEND ${folder}/)
  list(APPEND sources ${files})
endforeach()
add_library(kcc_runtime_shared SHARED ${sources})
if(KCC_RUNTIME_LIBRARY STREQUAL "shared")
  set_target_properties(kcc_runtime kcc_cpu_engine PROPERTIES EXCLUDE_FROM_ALL ON)
endif()
# runtime/exports.h says what is visible.
target_precompile_headers(kcc_runtime_shared PRIVATE ${PROJECT_SOURCE_DIR}/runtime/exports.h)
target_compile_definitions(kcc_runtime_shared PRIVATE KCC_RUNTIME_SHARED)
target_compile_features(kcc_runtime_shared PUBLIC cxx_std_20)
target_include_directories(kcc_runtime_shared
  PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
  PRIVATE ${PROJECT_SOURCE_DIR}/runtime ${PROJECT_SOURCE_DIR}/runtime/cpu ${PROJECT_SOURCE_DIR}/libraries)
get_target_property(backtrace_archive kcc_cpu_engine KCC_BACKTRACE_ARCHIVE)
if(backtrace_archive)
  get_target_property(engine_folder kcc_cpu_engine SOURCE_DIR)
  set(reader ${engine_folder}/engine/source_place.cpp)
  get_source_file_property(definitions ${reader} TARGET_DIRECTORY kcc_cpu_engine COMPILE_DEFINITIONS)
  set_source_files_properties(${reader} PROPERTIES COMPILE_DEFINITIONS "${definitions}")
  target_link_libraries(kcc_runtime_shared PRIVATE ${backtrace_archive})
endif()
find_package(Threads REQUIRED)
find_package(nlohmann_json REQUIRED)
set(Boost_USE_STATIC_LIBS ON)
find_package(Boost REQUIRED COMPONENTS context)
target_link_libraries(kcc_runtime_shared
  PUBLIC Threads::Threads ${CMAKE_DL_LIBS}
  PRIVATE $<BUILD_INTERFACE:Boost::context> $<BUILD_INTERFACE:nlohmann_json::nlohmann_json>)
# The C++ library must be the program's, because exceptions go from one to the other.
get_target_property(link_options kcc_runtime_shared LINK_OPTIONS)
list(FILTER link_options EXCLUDE REGEX "^-static-lib(stdc\\+\\+|gcc)$|NOTFOUND$")
set_target_properties(kcc_runtime_shared PROPERTIES LINK_OPTIONS "${link_options}")
# Symbols of the archives inside stay inside.
target_link_options(kcc_runtime_shared PRIVATE -Wl,--exclude-libs,ALL -Wl,-z,defs)
# Before 1.0 a minor version may break compatibility with the previous one.
set_target_properties(kcc_runtime_shared PROPERTIES
  OUTPUT_NAME kcc_runtime VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
  CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
