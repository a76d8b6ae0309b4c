//===- OverlayFiles.cpp - Files with another text -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's own overlays go by the spelling of a path. A header may be reached by
// many spellings and links, and Clang takes them for one file by its unique
// id; so the real path decides here, and the id is kept.
//
//===----------------------------------------------------------------------===//
#include "OverlayFiles.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MemoryBuffer.h"
#include <set>

using namespace gilaudit;
using llvm::StringRef;
using llvm::Twine;
namespace vfs = llvm::vfs;

namespace {

/// An open file of which only the text is another one.
class TextFile : public vfs::File {
public:
  TextFile(std::unique_ptr<vfs::File> OnDisk, StringRef Text)
      : OnDisk(std::move(OnDisk)), Text(Text) {}

  llvm::ErrorOr<vfs::Status> status() override {
    llvm::ErrorOr<vfs::Status> S = OnDisk->status();
    return S ? vfs::Status::copyWithNewSize(*S, Text.size()) : S;
  }
  llvm::ErrorOr<std::string> getName() override { return OnDisk->getName(); }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
  getBuffer(const Twine &Name, int64_t, bool, bool) override {
    return llvm::MemoryBuffer::getMemBufferCopy(Text, Name);
  }
  std::error_code close() override { return OnDisk->close(); }

private:
  std::unique_ptr<vfs::File> OnDisk;
  StringRef Text;
};

class OverlayTexts : public vfs::ProxyFileSystem {
public:
  OverlayTexts(llvm::IntrusiveRefCntPtr<vfs::FileSystem> Base,
               const FileTexts &Texts)
      : ProxyFileSystem(std::move(Base)), Texts(Texts) {
    for (const auto &[Path, Text] : Texts)
      if (llvm::ErrorOr<vfs::Status> S = getUnderlyingFS().status(Path))
        Ids.insert(S->getUniqueID());
  }

  llvm::ErrorOr<vfs::Status> status(const Twine &Path) override {
    llvm::ErrorOr<vfs::Status> S = getUnderlyingFS().status(Path);
    if (!S)
      return S;
    const std::string *Text = textOf(*S, Path);
    return Text ? vfs::Status::copyWithNewSize(*S, Text->size()) : S;
  }

  llvm::ErrorOr<std::unique_ptr<vfs::File>>
  openFileForRead(const Twine &Path) override {
    auto File = getUnderlyingFS().openFileForRead(Path);
    if (!File)
      return File;
    llvm::ErrorOr<vfs::Status> S = (*File)->status();
    if (!S)
      return File;
    if (const std::string *Text = textOf(*S, Path))
      return std::make_unique<TextFile>(std::move(*File), *Text);
    return File;
  }

private:
  /// The ids spare the thousands of other files the look-up of their real path;
  /// alone they would take a hard link for the file.
  const std::string *textOf(const vfs::Status &S, const Twine &Path) {
    if (!Ids.count(S.getUniqueID()))
      return nullptr;
    llvm::SmallString<256> Real;
    if (getUnderlyingFS().getRealPath(Path, Real))
      return nullptr;
    auto It = Texts.find(Real.str().str());
    return It == Texts.end() ? nullptr : &It->second;
  }

  const FileTexts &Texts;
  std::set<llvm::sys::fs::UniqueID> Ids;
};

} // namespace

llvm::IntrusiveRefCntPtr<vfs::FileSystem>
gilaudit::overlayTexts(llvm::IntrusiveRefCntPtr<vfs::FileSystem> Base,
                       const FileTexts &Texts) {
  if (Texts.empty())
    return Base;
  return llvm::IntrusiveRefCntPtr<vfs::FileSystem>(
      new OverlayTexts(std::move(Base), Texts));
}
