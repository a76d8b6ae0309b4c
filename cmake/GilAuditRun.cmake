# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -DALLOWED=STATUS -P GilAuditRun.cmake -- COMMAND...: runs COMMAND and
# takes STATUS for a success.
set(command)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE ${last})
  if(DEFINED seen)
    list(APPEND command "${CMAKE_ARGV${i}}")
  elseif(CMAKE_ARGV${i} STREQUAL "--")
    set(seen TRUE)
  endif()
endforeach()
execute_process(COMMAND ${command} RESULT_VARIABLE status)
if(NOT status EQUAL 0 AND NOT status EQUAL ALLOWED)
  message(FATAL_ERROR "status ${status}")
endif()
