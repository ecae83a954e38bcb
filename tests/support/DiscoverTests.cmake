# kcc_discover_tests(PROGRAM [TEST_PREFIX prefix] [TEST_FILTER filter] [DISCOVERY_MODE mode] [PROPERTIES ...]): makes each
# test of a GoogleTest program a test of ctest. With the address sanitizer the whole program is one: starting it takes
# longer there than most tests do.
include_guard()
find_package(GTest REQUIRED)
include(GoogleTest)

# Drivers for the processor are slow with sanitizers, which see nothing of what they do.
set(kcc_slow_with_sanitizers Devices/Printing*/vulkan)
# Tests in which nothing passes between threads.
set(kcc_within_a_thread Errors/FailingDriver* Errors/FailingHip* LaneRaces* WaitingAccesses* *MistakeTest*)

function(kcc_discover_tests program)
  if(NOT KCC_SANITIZE)
    gtest_discover_tests(${program} ${ARGN})
    return()
  endif()
  cmake_parse_arguments(arg "" "TEST_PREFIX;TEST_FILTER;DISCOVERY_MODE" "PROPERTIES" ${ARGN})
  set(left_out ${kcc_slow_with_sanitizers})
  if(KCC_SANITIZE STREQUAL "thread")
    list(APPEND left_out ${kcc_within_a_thread})
  endif()
  list(JOIN left_out ":" left_out)
  if(NOT arg_TEST_FILTER)
    set(arg_TEST_FILTER "-") # what follows is left out
  endif()
  string(APPEND arg_TEST_FILTER ":${left_out}")
  if(KCC_SANITIZE STREQUAL "thread")
    if(NOT arg_DISCOVERY_MODE)
      set(arg_DISCOVERY_MODE POST_BUILD)
    endif()
    gtest_discover_tests(${program} TEST_PREFIX "${arg_TEST_PREFIX}" TEST_FILTER "${arg_TEST_FILTER}"
      DISCOVERY_MODE ${arg_DISCOVERY_MODE} PROPERTIES ${arg_PROPERTIES})
    return()
  endif()
  set(name ${arg_TEST_PREFIX}${program})
  add_test(NAME ${name} COMMAND ${program} "--gtest_filter=${arg_TEST_FILTER}")
  if(arg_PROPERTIES)
    set_tests_properties(${name} PROPERTIES ${arg_PROPERTIES})
  endif()
endfunction()
