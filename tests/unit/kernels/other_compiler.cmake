# Builds SOURCE by COMPILER without and with optimization, and runs it.
foreach(level IN ITEMS -O0 -O2)
  execute_process(
    COMMAND ${COMPILER} -std=c++20 ${level} -Wall -Wextra -Werror -I${INCLUDE} ${SOURCE} -o ${OUTPUT}${level} -lgtest -lgtest_main
            -pthread
    COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${OUTPUT}${level} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
