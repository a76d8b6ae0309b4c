//===- CacheKey.cpp - What the facts of a unit depend on ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CacheKey.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <link.h>

using namespace gilaudit;
using llvm::StringRef;
using llvm::Twine;

namespace {

/// A hash of a sequence of texts: each counts with its length, so that no two
/// sequences run together.
class KeyHasher {
public:
  void add(StringRef Text) {
    uint64_t Size = Text.size();
    Hasher.update(
        StringRef(reinterpret_cast<const char *>(&Size), sizeof Size));
    Hasher.update(Text);
  }
  void addAll(llvm::ArrayRef<std::string> Texts) {
    add(std::to_string(Texts.size()));
    for (StringRef Text : Texts)
      add(Text);
  }
  std::string hex() {
    return llvm::toHex(Hasher.final<20>(), /*LowerCase=*/true);
  }

private:
  llvm::BLAKE3 Hasher;
};

/// The contents of a file that must be there.
llvm::Error addFile(KeyHasher &Hash, StringRef Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer)
    return llvm::createStringError(Buffer.getError(),
                                   Path + ": " + Buffer.getError().message());
  Hash.add((*Buffer)->getBuffer());
  return llvm::Error::success();
}

/// The shared libraries: Clang's is as much a part of the extractor as we are.
/// An installed one does not change without its time or size.
int addLibrary(dl_phdr_info *Info, size_t, void *Hash) {
  llvm::sys::fs::file_status Status;
  if (!*Info->dlpi_name || llvm::sys::fs::status(Info->dlpi_name, Status))
    return 0; // This program, the kernel's own.
  auto Modified = Status.getLastModificationTime().time_since_epoch();
  static_cast<KeyHasher *>(Hash)->add((Info->dlpi_name + Twine(' ') +
                                       Twine(Status.getSize()) + " " +
                                       Twine(int64_t(Modified.count())))
                                          .str());
  return 0;
}

/// Variables that give Clang's driver more folders to search.
void addEnvironment(KeyHasher &Hash) {
  for (const char *Name : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"}) {
    const char *Value = getenv(Name);
    Hash.add(Value ? std::string("=") + Value : std::string());
  }
}

} // namespace

llvm::Expected<CacheKeys>
CacheKeys::create(const ExtractionOptions &Options,
                  llvm::ArrayRef<std::string> Models) {
  KeyHasher Hash;
  Hash.add("facts " + std::to_string(FactsVersion));
  if (llvm::Error E = addFile(Hash, "/proc/self/exe"))
    return std::move(E);
  dl_iterate_phdr(addLibrary, &Hash);
  Hash.add(std::to_string(Models.size()));
  for (const std::string &Model : Models)
    if (llvm::Error E = addFile(Hash, Model))
      return std::move(E);
  addEnvironment(Hash);
  Hash.add(Options.Extract.Root);
  Hash.add(Options.Extract.ParseAllBodies ? "all bodies" : "");
  CacheKeys Keys;
  Keys.Common = Hash.hex();
  return Keys;
}

std::string CacheKeys::of(const CompileUnit &Unit,
                          llvm::ArrayRef<std::string> Command) const {
  KeyHasher Hash;
  Hash.add(Common);
  Hash.add(Unit.File);
  Hash.add(Unit.Directory);
  Hash.addAll(Command);
  return Hash.hex();
}
