# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The manual page and the shells' completions, made by the program from its
# table of options.
include(GNUInstallDirs)
set(pages ${PROJECT_BINARY_DIR}/pages)
file(MAKE_DIRECTORY ${pages})
foreach(page man:gil-audit.1 bash:gil-audit zsh:_gil-audit fish:gil-audit.fish)
  string(REPLACE ":" ";" page ${page})
  list(GET page 0 kind)
  list(GET page 1 name)
  add_custom_command(TARGET gil-audit POST_BUILD
    COMMAND gil-audit --generate=${kind} -o ${pages}/${name} VERBATIM)
endforeach()
install(FILES ${pages}/gil-audit.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${pages}/gil-audit
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${pages}/_gil-audit
        DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${pages}/gil-audit.fish
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
