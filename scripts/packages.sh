# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What has to be installed, by Debian's names (Debian 12). To be sourced.

packages_build=(
  clang-22 llvm-22-dev libclang-22-dev clang-tools-22
  nlohmann-json3-dev zlib1g-dev libzstd-dev
  cmake ninja-build git python3
)
# The examples are bindings of the real MLIR.
packages_examples=(python3-dev pybind11-dev libmlir-19-dev)
packages_test=(
  llvm-22-tools clang-tidy-22 libgtest-dev libgmock-dev
  mlir-19-tools xz-utils # for test/corpus/fetch-corpus
  python3-jsonschema     # for the schemas of reports and models
  dpkg-dev file          # for the package that CPack makes
  python3-yaml           # for the examples of CI services
)
# For the validator of SARIF logs. Other packages than Debian's have them, too,
# and do not go with these.
command -v npm >/dev/null || packages_test+=(nodejs npm)
# For test/browser, which is skipped without them: half a minute to install.
packages_browser=(chromium fonts-dejavu-core)
# The oldest release of LLVM that the code builds against.
packages_llvm_19=(llvm-19-dev libclang-19-dev clang-19 clang-tidy-19)

# need_packages NAME...: installs what is missing; where that is not allowed,
# says what to install and ends the script with status 2.
need_packages() {
  local package missing=() root=()
  if ! command -v dpkg-query >/dev/null; then
    echo "This is no Debian; please see that you have what Debian calls:" >&2
    echo "  $*" >&2
    exit 2
  fi
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null |
      grep -q '^install ok installed$' || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  if [ "$(id -u)" != 0 ]; then
    # Without a terminal sudo cannot ask for a password.
    if command -v sudo >/dev/null && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
      root=(sudo)
    else
      echo "These packages are missing, and this user may not install them:" >&2
      echo "  ${missing[*]}" >&2
      exit 2
    fi
  fi
  echo "installing ${missing[*]}" >&2
  "${root[@]}" apt-get update -qq >&2 || true
  if ! "${root[@]}" env DEBIAN_FRONTEND=noninteractive \
      apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2; then
    echo "These packages could not be installed:" >&2
    echo "  ${missing[*]}" >&2
    exit 2
  fi
}
