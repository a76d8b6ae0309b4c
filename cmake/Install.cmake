# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What `cmake --install` puts below the prefix. The program needs none of the
# other files: its models are built in. The models are there to be read and
# copied, the documentation keeps the links of the source tree.
include(GNUInstallDirs)
install(TARGETS gil-audit RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(TARGET GilAuditTidyModule)
  install(TARGETS GilAuditTidyModule LIBRARY DESTINATION lib/gil-audit)
endif()
install(DIRECTORY models DESTINATION ${CMAKE_INSTALL_DATADIR}/gil-audit
        FILES_MATCHING PATTERN "*.json")
install(DIRECTORY docs/schema DESTINATION ${CMAKE_INSTALL_DATADIR}/gil-audit
        FILES_MATCHING PATTERN "*.json")
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DATADIR}/gil-audit
        USE_SOURCE_PERMISSIONS)
install(FILES README.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR}
        FILES_MATCHING PATTERN "*.md")

# find_package(GilAudit)
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/GilAudit)
configure_package_config_file(cmake/GilAuditConfig.cmake.in
  ${PROJECT_BINARY_DIR}/cmake/GilAuditConfig.cmake
  INSTALL_DESTINATION ${package_dir} PATH_VARS CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/cmake/GilAuditConfigVersion.cmake
  COMPATIBILITY SameMajorVersion ARCH_INDEPENDENT)
install(FILES ${PROJECT_BINARY_DIR}/cmake/GilAuditConfig.cmake
        ${PROJECT_BINARY_DIR}/cmake/GilAuditConfigVersion.cmake
        cmake/GilAuditTarget.cmake cmake/GilAuditRun.cmake
        DESTINATION ${package_dir})
