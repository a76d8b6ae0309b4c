# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# gil_audit_library(NAME [OBJECT] [CLANG] DEPENDS...)
#   One library a folder, of all .cpp files in it. DEPENDS are the folders that
#   it may include (architecture: the link line is the include table). CLANG
#   gives it Clang's headers and a precompiled header.

# Flags for our own code: LLVM is built without exceptions.
separate_arguments(LLVM_DEFINITIONS_LIST NATIVE_COMMAND "${LLVM_DEFINITIONS}")
add_library(gil-audit-flags INTERFACE)
target_include_directories(gil-audit-flags INTERFACE ${PROJECT_SOURCE_DIR}/include)
target_include_directories(gil-audit-flags SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
target_compile_definitions(gil-audit-flags INTERFACE JSON_NOEXCEPTION)
target_compile_options(gil-audit-flags INTERFACE ${LLVM_DEFINITIONS_LIST})
# libstdc++ 12 uses what it deprecates itself, and Clang says so at every
# std::stable_sort.
target_compile_options(gil-audit-flags INTERFACE
  -fno-exceptions -Wall -Wextra -Wno-unused-parameter -Wno-deprecated-declarations)
if(NOT LLVM_ENABLE_RTTI)
  target_compile_options(gil-audit-flags INTERFACE -fno-rtti)
endif()
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=")
  # Shadow memory and a limit on memory do not go together.
  target_compile_definitions(gil-audit-flags INTERFACE GIL_AUDIT_SANITIZED)
endif()
target_link_libraries(gil-audit-flags INTERFACE LLVM)

function(gil_audit_library name)
  cmake_parse_arguments(ARG "OBJECT;CLANG" "" "DEPENDS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  if(NOT sources)
    # A folder that has no source yet must not stop the others from building.
    set(sources ${PROJECT_BINARY_DIR}/empty.cpp)
    file(WRITE ${sources} "")
  endif()
  set(kind STATIC)
  if(ARG_OBJECT)
    # An object library, so that the linker keeps the registration constructors.
    set(kind OBJECT)
  endif()
  add_library(GilAudit${name} ${kind} ${sources})
  target_link_libraries(GilAudit${name} PUBLIC gil-audit-flags)
  foreach(dep ${ARG_DEPENDS})
    target_link_libraries(GilAudit${name} PUBLIC GilAudit${dep})
  endforeach()
  if(ARG_CLANG)
    target_include_directories(GilAudit${name} SYSTEM PUBLIC ${CLANG_INCLUDE_DIRS})
    target_link_libraries(GilAudit${name} PUBLIC clang-cpp)
  endif()
endfunction()
