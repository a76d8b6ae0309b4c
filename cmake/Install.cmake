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
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DATADIR}/gil-audit
        USE_SOURCE_PERMISSIONS)
install(FILES README.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR}
        FILES_MATCHING PATTERN "*.md")
