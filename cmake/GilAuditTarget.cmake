# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#[[
  gil_audit_target(TARGET...
                   [NAME audit]          # of the target that is made
                   [ROOT folder]         # default: CMAKE_SOURCE_DIR
                   [MODELS file...]      # --model for each
                   [OPTIONS option...]   # of the analysis: --pedantic, --baseline=FILE
                   [EXTRACT_OPTIONS option...]  # of the parse: --extra-arg=-DX
                   [REPORTS FORMAT:file...]     # more reports: sarif:audit.sarif
                   [NO_FAIL])            # findings do not fail the build

Adds a target that audits the C++ sources of TARGETs: an edge of the build
for each source, which writes its facts and a depfile, and one that links them.
What has not changed is not parsed again; findings fail the build.

The flags are those of compile_commands.json (of the TARGETs' own entries,
which this function switches on). They are repeated in the command's
environment, so that a build tool sees when they change.
]]
function(gil_audit_target)
  cmake_parse_arguments(PARSE_ARGV 0 ARG "NO_FAIL" "NAME;ROOT"
                        "MODELS;OPTIONS;EXTRACT_OPTIONS;REPORTS")
  set(targets ${ARG_UNPARSED_ARGUMENTS})
  if(NOT targets)
    message(FATAL_ERROR "gil_audit_target: want a target")
  endif()
  if(NOT CMAKE_GENERATOR MATCHES "Ninja|Makefiles")
    message(FATAL_ERROR "gil_audit_target: the generator '${CMAKE_GENERATOR}' "
                        "has no compile_commands.json; use Ninja or Makefiles")
  endif()
  if(NOT ARG_NAME)
    set(ARG_NAME audit)
  endif()
  if(NOT ARG_ROOT)
    set(ARG_ROOT "${CMAKE_SOURCE_DIR}")
  endif()
  get_filename_component(root "${ARG_ROOT}" ABSOLUTE)
  set(models)
  foreach(model IN LISTS ARG_MODELS)
    get_filename_component(model "${model}" ABSOLUTE)
    list(APPEND models "${model}")
  endforeach()
  list(TRANSFORM models PREPEND "--model=" OUTPUT_VARIABLE model_options)
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${ARG_NAME}.gil-audit")

  set(all_facts)
  foreach(target IN LISTS targets)
    _gil_audit_facts(${target})
  endforeach()
  if(NOT all_facts)
    message(FATAL_ERROR "gil_audit_target: '${targets}' have no C++ source")
  endif()
  _gil_audit_link()
endfunction()

# The edges of one target; appends to all_facts.
macro(_gil_audit_facts target)
  if(NOT TARGET ${target})
    message(FATAL_ERROR "gil_audit_target: '${target}' is not a target")
  endif()
  set_target_properties(${target} PROPERTIES EXPORT_COMPILE_COMMANDS ON)
  get_target_property(sources ${target} SOURCES)
  get_target_property(source_dir ${target} SOURCE_DIR)
  get_target_property(target_binary_dir ${target} BINARY_DIR)
  # What decides about the flags; a change of it has to be seen.
  set(flags
    "${CMAKE_CXX_FLAGS} $<TARGET_GENEX_EVAL:${target},$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>>"
    "$<TARGET_GENEX_EVAL:${target},$<TARGET_PROPERTY:${target},COMPILE_OPTIONS>>"
    "$<TARGET_GENEX_EVAL:${target},$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>>"
    "$<TARGET_PROPERTY:${target},CXX_STANDARD>")
  foreach(source IN LISTS sources)
    get_source_file_property(language "${source}" TARGET_DIRECTORY ${target} LANGUAGE)
    get_filename_component(extension "${source}" LAST_EXT)
    if(NOT language STREQUAL "CXX" AND
       NOT extension MATCHES "^\\.(cpp|cc|cxx|c\\+\\+|C|CPP)$")
      continue()
    endif()
    get_filename_component(path "${source}" ABSOLUTE BASE_DIR "${source_dir}")
    if(NOT EXISTS "${path}") # Generated sources are named in the build folder.
      get_filename_component(built "${source}" ABSOLUTE BASE_DIR "${target_binary_dir}")
      get_source_file_property(generated "${built}" TARGET_DIRECTORY ${target} GENERATED)
      if(generated)
        set(path "${built}")
      endif()
    endif()
    set(own)
    foreach(property COMPILE_DEFINITIONS COMPILE_OPTIONS COMPILE_FLAGS INCLUDE_DIRECTORIES)
      get_source_file_property(value "${path}" TARGET_DIRECTORY ${target} ${property})
      list(APPEND own "${value}")
    endforeach()
    string(SHA1 number "${target} ${path}")
    string(SUBSTRING "${number}" 0 8 number)
    get_filename_component(name "${path}" NAME)
    set(facts "${folder}/${target}/${name}-${number}.facts")
    add_custom_command(
      OUTPUT "${facts}"
      COMMAND ${CMAKE_COMMAND} -E env "GIL_AUDIT_FLAGS=$<JOIN:${flags};${own}, >"
              $<TARGET_FILE:GilAudit::gil-audit> extract -p "${CMAKE_BINARY_DIR}"
              "--root=${root}" ${model_options} ${ARG_EXTRACT_OPTIONS}
              -o "${facts}" "--depfile=${facts}.d" "${path}"
      DEPENDS "${path}" ${models} GilAudit::gil-audit "${GilAudit_EXECUTABLE}"
      DEPFILE "${facts}.d"
      COMMENT "Extracting GIL facts of ${name}"
      VERBATIM)
    list(APPEND all_facts "${facts}")
  endforeach()
endmacro()

# The edge that links all_facts.
macro(_gil_audit_link)
  list(JOIN all_facts "\"\n\"" listed)
  file(MAKE_DIRECTORY "${folder}")
  foreach(target IN LISTS targets)
    file(MAKE_DIRECTORY "${folder}/${target}")
  endforeach()
  file(GENERATE OUTPUT "${folder}/facts.rsp" CONTENT "\"${listed}\"\n")
  set(reports "${folder}/report.json")
  set(report_options -o "json:${folder}/report.json")
  foreach(report IN LISTS ARG_REPORTS)
    string(REGEX MATCH "^([a-z]+):(.+)$" matched "${report}")
    if(NOT matched)
      message(FATAL_ERROR "gil_audit_target: REPORTS: want FORMAT:FILE, got '${report}'")
    endif()
    set(format "${CMAKE_MATCH_1}")
    get_filename_component(file "${CMAKE_MATCH_2}" ABSOLUTE
                           BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
    list(APPEND reports "${file}")
    list(APPEND report_options -o "${format}:${file}")
  endforeach()
  set(run $<TARGET_FILE:GilAudit::gil-audit>)
  if(ARG_NO_FAIL)
    # Findings are status 1; everything else still fails.
    set(run ${CMAKE_COMMAND} "-DALLOWED=1" -P
        "${_gil_audit_folder}/GilAuditRun.cmake" -- $<TARGET_FILE:GilAudit::gil-audit>)
  endif()
  add_custom_command(
    OUTPUT "${folder}/audited" BYPRODUCTS ${reports}
    COMMAND ${run} analyze "--root=${root}" ${model_options} ${ARG_OPTIONS}
            ${report_options} "@${folder}/facts.rsp"
    COMMAND ${CMAKE_COMMAND} -E touch "${folder}/audited"
    DEPENDS ${all_facts} "${folder}/facts.rsp" ${models}
    COMMENT "Auditing the GIL safety of ${targets}"
    VERBATIM)
  add_custom_target(${ARG_NAME} DEPENDS "${folder}/audited")
endmacro()

set(_gil_audit_folder "${CMAKE_CURRENT_LIST_DIR}" CACHE INTERNAL
    "Where GilAuditRun.cmake lies")
