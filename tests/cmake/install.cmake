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
