# Installs the build BUILD to PREFIX through another folder: an installation must not depend on where it was
# made.
cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE ${PREFIX} ${PREFIX}.first)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX}.first COMMAND_ERROR_IS_FATAL ANY)
file(RENAME ${PREFIX}.first ${PREFIX})

foreach(file IN ITEMS kcc.py kcc_printers.py kcc_threads.py)
  if(NOT EXISTS ${PREFIX}/share/kcc/gdb/${file})
    message(FATAL_ERROR "share/kcc/gdb/${file} was not installed")
  endif()
endforeach()

# What README.md says about reading on is installed beside it.
file(GLOB_RECURSE readme ${PREFIX}/share/*/README.md)
list(FILTER readme INCLUDE REGEX "doc/kcc/README\\.md$")
file(READ "${readme}" text)
string(REGEX MATCHALL "\\((docs|examples)/[^)#]*" links "${text}")
if(NOT links)
  message(FATAL_ERROR "The installed README.md has no links")
endif()
get_filename_component(folder "${readme}" DIRECTORY)
foreach(link IN LISTS links)
  string(REPLACE "(" "" link "${link}")
  if(NOT EXISTS "${folder}/${link}")
    message(FATAL_ERROR "README.md names ${link}, which was not installed")
  endif()
endforeach()
