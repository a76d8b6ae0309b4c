# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cpack -G DEB, in the build folder, makes a package for Debian.
set(CPACK_PACKAGE_NAME gil-audit)
set(CPACK_PACKAGE_VENDOR "gil-audit")
set(CPACK_PACKAGE_CONTACT "gil-audit's developers <gil-audit@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY
    "Static auditor for the GIL safety of Python bindings")
set(CPACK_PACKAGE_DESCRIPTION
"Finds callbacks of native libraries that touch Python without the GIL, bindings
that wait with the GIL held for threads that need it, and locks taken in the
wrong order with it; explains each with a path through the code, and repairs it.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR TGZ)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Clang's own headers: no unit parses without them.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libclang-common-${LLVM_VERSION_MAJOR}-dev")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "git")
include(CPack)
