//===- MachineTest.cpp - What this machine has ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Options/Setup.h"
#include "Support/TestFolder.h"
#include "gmock/gmock.h"

using namespace gilaudit;
using testing::HasSubstr;

namespace {

TEST(Machine, ResourceDirIsChecked) {
  TestFolder F;
  auto Missing = findResourceDir(F.path());
  ASSERT_FALSE(bool(Missing));
  EXPECT_THAT(llvm::toString(Missing.takeError()), HasSubstr("--resource-dir"));
  F.write("include/stddef.h");
  auto Given = findResourceDir(F.path());
  ASSERT_TRUE(bool(Given));
  EXPECT_EQ(*Given, F.path());
  auto Default = findResourceDir("");
  EXPECT_TRUE(bool(Default)) << llvm::toString(Default.takeError());
}

TEST(Machine, JobsAreAsManyAsGivenOrFit) {
  EXPECT_EQ(jobsFor(7), 7u);
  EXPECT_GE(jobsFor(0), 1u);
}

} // namespace
