//===- TuContext.cpp - Names, places and ownership in one TU --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TuContext.h"
#include "gil-audit/Extract.h"
#include "gil-audit/PythonApi.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Index/USRGeneration.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace clang;
using namespace gilaudit;
using llvm::StringRef;

std::string gilaudit::realPathOf(const SourceManager &SM, StringRef Path) {
  // Relative to the folder of the compile command, not of this process.
  llvm::SmallString<256> Absolute(Path), Real;
  SM.getFileManager().makeAbsolutePath(Absolute);
  if (llvm::sys::fs::real_path(Absolute, Real))
    return Path.str(); // Not on disk (a test's virtual file).
  return Real.str().str();
}

TuContext::TuContext(ASTContext &Ctx, const ModelSet &Models, std::string Root,
                     TUFacts &Facts)
    : Ctx(Ctx), Models(Models), Facts(Facts), Root(std::move(Root)) {
  fileIndex(Ctx.getSourceManager().getMainFileID());
  Facts.MainFile = Facts.Files.front();
}

unsigned TuContext::fileIndex(FileID File) {
  auto [It, New] = FileIndices.try_emplace(File, 0);
  if (!New)
    return It->second;
  std::string Path = "<unknown>";
  if (auto Entry = Ctx.getSourceManager().getFileEntryRefForID(File))
    Path = realPathOf(Ctx.getSourceManager(), Entry->getName());
  auto [ByPath, NewPath] =
      FileByPath.try_emplace(Path, static_cast<unsigned>(Facts.Files.size()));
  if (NewPath)
    Facts.Files.push_back(Path);
  return It->second = ByPath->second;
}

bool TuContext::isProject(SourceLocation Where) {
  const SourceManager &SM = Ctx.getSourceManager();
  if (Where.isInvalid())
    return false;
  Where = SM.getExpansionLoc(Where);
  FileID File = SM.getFileID(Where);
  auto [It, New] = ProjectFiles.try_emplace(File, false);
  if (!New)
    return It->second;
  auto Entry = SM.getFileEntryRefForID(File);
  if (!Entry || SM.isInSystemHeader(Where))
    return false;
  std::string Path = realPathOf(SM, Entry->getName());
  bool Below = Root.empty() || Root == "/" ||
               (StringRef(Path).starts_with(Root) &&
                Path.size() > Root.size() && Path[Root.size()] == '/');
  bool Project =
      File == SM.getMainFileID() || (Below && !isPythonLibraryFile(Path));
  return ProjectFiles[File] = Project;
}

Loc TuContext::loc(SourceLocation Where) {
  if (Where.isInvalid())
    return {};
  const SourceManager &SM = Ctx.getSourceManager();
  auto [File, Offset] = SM.getDecomposedLoc(SM.getExpansionLoc(Where));
  Loc Result;
  Result.File = fileIndex(File);
  Result.Line = SM.getLineNumber(File, Offset);
  Result.Column = SM.getColumnNumber(File, Offset);
  return Result;
}

ByteRange TuContext::range(SourceRange Tokens, bool WithSemicolon) {
  const SourceManager &SM = Ctx.getSourceManager();
  const LangOptions &Lang = Ctx.getLangOpts();
  CharSourceRange Chars = Lexer::makeFileCharRange(
      SM.getExpansionRange(CharSourceRange::getTokenRange(Tokens)), SM, Lang);
  if (Chars.isInvalid())
    return {};
  SourceLocation End = Chars.getEnd();
  if (WithSemicolon) {
    SourceLocation Last = SM.getExpansionRange(Tokens).getEnd();
    SourceLocation Behind = Lexer::findLocationAfterToken(
        Last, tok::semi, SM, Lang, /*SkipTrailingWhitespaceAndNewLine=*/false);
    if (Behind.isValid())
      End = Behind;
  }
  ByteRange Result;
  Result.File = loc(Chars.getBegin()).File;
  Result.Begin = SM.getFileOffset(Chars.getBegin());
  Result.End = SM.getFileOffset(End);
  return Result;
}

Loc TuContext::endOf(const ByteRange &R, SourceLocation Begin) {
  if (!R.isValid())
    return {};
  const SourceManager &SM = Ctx.getSourceManager();
  FileID File = SM.getFileID(SM.getExpansionLoc(Begin));
  return {R.File, SM.getLineNumber(File, R.End),
          SM.getColumnNumber(File, R.End)};
}

std::vector<FileID> TuContext::projectFiles() {
  const SourceManager &SM = Ctx.getSourceManager();
  std::map<std::string, FileID> ByPath;
  for (auto It = SM.fileinfo_begin(); It != SM.fileinfo_end(); ++It) {
    FileID File = SM.translateFile(It->first);
    if (File.isValid() && isProject(SM.getLocForStartOfFile(File)))
      ByPath.try_emplace(realPathOf(SM, It->first.getName()), File);
  }
  std::vector<FileID> Files;
  for (const auto &[Path, File] : ByPath) {
    fileIndex(File);
    Files.push_back(File);
  }
  return Files;
}

static void appendName(const NamedDecl *D, std::string &Out) {
  if (const auto *C = dyn_cast<CXXConstructorDecl>(D))
    Out += C->getParent()->getName();
  else if (const auto *C = dyn_cast<CXXDestructorDecl>(D))
    Out += "~" + C->getParent()->getName().str();
  else
    Out += D->getNameAsString();
}

StringRef TuContext::qualifiedName(const NamedDecl *D) {
  auto [It, New] = Names.try_emplace(D->getCanonicalDecl());
  if (!New)
    return It->second;
  llvm::SmallVector<const NamedDecl *, 8> Parts = {D};
  for (const DeclContext *C = D->getDeclContext(); C && !C->isTranslationUnit();
       C = C->getParent()) {
    const auto *N = dyn_cast<NamedDecl>(C);
    if (!N || N->getDeclName().isEmpty() || isa<FunctionDecl>(C))
      continue;
    if (const auto *NS = dyn_cast<NamespaceDecl>(C); NS && NS->isInline())
      continue;
    Parts.push_back(N);
  }
  std::string Name;
  for (const NamedDecl *Part : llvm::reverse(Parts)) {
    if (!Name.empty())
      Name += "::";
    appendName(Part, Name);
  }
  return Names[D->getCanonicalDecl()] = std::move(Name);
}

static const FunctionDecl *enclosingFunction(const Decl *D) {
  for (const DeclContext *C = D->getDeclContext(); C; C = C->getParent())
    if (const auto *F = dyn_cast<FunctionDecl>(C))
      return F;
  return nullptr;
}

static const CXXRecordDecl *lambdaOf(const FunctionDecl *F) {
  const auto *M = dyn_cast<CXXMethodDecl>(F);
  return M && M->getParent()->isLambda() ? M->getParent() : nullptr;
}

std::string TuContext::printableName(const FunctionDecl *F) {
  if (!lambdaOf(F))
    return qualifiedName(F).str();
  const FunctionDecl *Outer = F;
  while (Outer && lambdaOf(Outer))
    Outer = enclosingFunction(lambdaOf(Outer));
  return Outer ? "lambda in '" + qualifiedName(Outer).str() + "'" : "lambda";
}

std::string TuContext::typeName(QualType T) {
  PrintingPolicy Policy(Ctx.getPrintingPolicy());
  Policy.SuppressTagKeyword = true;
  Policy.FullyQualifiedName = true;
  if (const CXXRecordDecl *R = recordOf(T)) {
    if (R->isLambda())
      return "closure";
    return qualifiedName(R).str();
  }
  return T.getUnqualifiedType().getAsString(Policy);
}

std::string TuContext::makeId(const FunctionDecl *F) {
  if (const CXXRecordDecl *Lambda = lambdaOf(F)) {
    const FunctionDecl *Outer = enclosingFunction(Lambda);
    Loc At = loc(Lambda->getLocation());
    std::string Id = (Outer ? functionId(Outer) : "global@" + Facts.MainFile) +
                     "$" + std::to_string(At.Line) + ":" +
                     std::to_string(At.Column);
    if (F->isTemplateInstantiation())
      Id += "<" + F->getType().getCanonicalType().getAsString() + ">";
    if (isa<CXXConversionDecl>(F))
      Id += "!conversion";
    return Id;
  }
  llvm::SmallString<128> Usr;
  if (index::generateUSRForDecl(F, Usr))
    Usr = "f:" + qualifiedName(F).str();
  std::string Id = Usr.str().str();
  if (!F->isExternallyVisible())
    Id += "@" + Facts.MainFile;
  return Id;
}

const std::string &TuContext::functionId(const FunctionDecl *F) {
  F = F->getCanonicalDecl();
  auto It = Ids.find(F);
  if (It != Ids.end())
    return It->second;
  std::string Id = makeId(F);
  // USRs of instances that differ only in closure types can be equal.
  std::string Unique = Id;
  for (unsigned N = 2; !IdOwners.try_emplace(Unique, F).second; ++N)
    Unique = Id + "~" + std::to_string(N);
  return Ids[F] = Unique;
}

std::string TuContext::varNode(const VarDecl *V) {
  V = V->getCanonicalDecl();
  if (const auto *P = dyn_cast<ParmVarDecl>(V))
    if (const auto *F = dyn_cast_or_null<FunctionDecl>(P->getDeclContext()))
      return "param:" + functionId(F) + "#" +
             std::to_string(P->getFunctionScopeIndex());
  if (const FunctionDecl *F = enclosingFunction(V)) {
    Loc At = loc(V->getLocation());
    return "var:" + functionId(F) + "/" + V->getNameAsString() + "@" +
           std::to_string(At.Line) + ":" + std::to_string(At.Column);
  }
  llvm::SmallString<128> Usr;
  if (index::generateUSRForDecl(V, Usr))
    Usr = qualifiedName(V);
  std::string Node = "var:" + Usr.str().str();
  if (!V->isExternallyVisible())
    Node += "@" + Facts.MainFile;
  return Node;
}

std::string TuContext::fieldNode(const FieldDecl *F) {
  llvm::SmallString<128> Usr;
  if (index::generateUSRForDecl(F->getParent(), Usr))
    Usr = qualifiedName(F->getParent());
  return "field:" + Usr.str().str() + "::" + F->getNameAsString();
}

unsigned TuContext::number(const void *Entity) {
  return Numbers.try_emplace(Entity, Numbers.size()).first->second;
}

std::string TuContext::apiName(const FunctionDecl *F, const Expr *Object) {
  if (Object)
    // Past the conversion to the base class that declares the method.
    if (const CXXRecordDecl *R =
            pointeeRecordOf(Object->IgnoreParenBaseCasts()->getType())) {
      std::string Name = qualifiedName(R).str() + "::" + F->getNameAsString();
      if (Models.lookup(Name))
        return Name;
    }
  StringRef Name = qualifiedName(F);
  if (Models.lookup(Name))
    return Name.str();
  if (!Models.inPrefix(Name) || isa<CXXConstructorDecl>(F) ||
      isa<CXXDestructorDecl>(F))
    return "";
  // A project's own function that only borrows the prefix.
  const FunctionDecl *Definition = nullptr;
  return F->isDefined(Definition) && isProject(Definition) ? "" : Name.str();
}

static StringRef outermostNamespace(const Decl *D) {
  const NamespaceDecl *Outer = nullptr;
  for (const DeclContext *C = D->getDeclContext(); C; C = C->getParent())
    if (const auto *NS = dyn_cast<NamespaceDecl>(C))
      Outer = NS;
  return Outer ? Outer->getName() : StringRef();
}

bool TuContext::isBindingLibrary(const Decl *D) {
  if (!isBindingNamespace(outermostNamespace(D)))
    return false;
  // Instances carry the position of their template.
  return !isProject(D->getLocation());
}

bool TuContext::isCPython(const FunctionDecl *F) {
  return F->getDeclName().isIdentifier() && isCPythonName(F->getName()) &&
         F->getDeclContext()->getRedeclContext()->isTranslationUnit() &&
         !isProject(F->getLocation());
}

bool TuContext::isProjectFunction(const FunctionDecl *F) {
  const FunctionDecl *Definition = nullptr;
  return isProject(F->isDefined(Definition) ? Definition : F);
}

const CXXRecordDecl *gilaudit::recordOf(QualType T) {
  if (T.isNull())
    return nullptr;
  const CXXRecordDecl *R = T.getNonReferenceType()->getAsCXXRecordDecl();
  return R && R->hasDefinition() ? R->getDefinition() : R;
}

const CXXRecordDecl *gilaudit::pointeeRecordOf(QualType T) {
  if (T.isNull())
    return nullptr;
  T = T.getNonReferenceType();
  return recordOf(T->isPointerType() ? T->getPointeeType() : T);
}

const CXXMethodDecl *gilaudit::callOperator(const CXXRecordDecl *R) {
  if (!R || !R->hasDefinition())
    return nullptr;
  if (R->isLambda()) {
    const CXXMethodDecl *Op = R->getLambdaCallOperator();
    if (!R->isGenericLambda())
      return Op;
    const FunctionTemplateDecl *Template = R->getDependentLambdaCallOperator();
    if (!Template)
      return nullptr;
    for (const FunctionDecl *Instance : Template->specializations())
      return cast<CXXMethodDecl>(Instance);
    return nullptr;
  }
  const CXXMethodDecl *Found = nullptr;
  for (const Decl *D : R->decls()) {
    const FunctionDecl *F = D->getAsFunction();
    if (!F || F->getOverloadedOperator() != OO_Call)
      continue;
    if (Found)
      return nullptr;
    if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D)) {
      // Instances of one text: what one does, all do.
      auto Instances = Template->specializations();
      if (Instances.empty())
        return nullptr;
      F = *Instances.begin();
    }
    Found = cast<CXXMethodDecl>(F);
  }
  return Found;
}

const Expr *gilaudit::strip(const Expr *E) {
  while (E) {
    const Expr *Before = E;
    E = E->IgnoreParenCasts();
    if (const auto *C = dyn_cast<ExprWithCleanups>(E))
      E = C->getSubExpr();
    else if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
      E = M->getSubExpr();
    else if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(E))
      E = B->getSubExpr();
    else if (const auto *D = dyn_cast<CXXDefaultArgExpr>(E))
      E = D->getExpr();
    else if (const auto *D = dyn_cast<CXXDefaultInitExpr>(E))
      E = D->getExpr();
    else if (const auto *S = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
      E = S->getReplacement();
    else if (const auto *C = dyn_cast<ConstantExpr>(E))
      E = C->getSubExpr();
    if (E == Before)
      break;
  }
  return E;
}

std::string gilaudit::constantOf(const Expr *E, ASTContext &Ctx) {
  if (E->isValueDependent())
    return "";
  QualType T = E->getType();
  if (T->isPointerType() || T->isNullPtrType()) {
    if (E->isNullPointerConstant(Ctx, Expr::NPC_ValueDependentIsNotNull))
      return "null";
    const Expr *S = strip(E);
    bool Function = isa<LambdaExpr>(S) || S->getType()->isFunctionType() ||
                    (isa<UnaryOperator>(S) &&
                     cast<UnaryOperator>(S)->getOpcode() == UO_AddrOf);
    return Function ? "nonnull" : "";
  }
  Expr::EvalResult Result;
  if (!T->isIntegralOrEnumerationType() || !E->EvaluateAsInt(Result, Ctx))
    return "";
  if (T->isBooleanType())
    return Result.Val.getInt().isZero() ? "false" : "true";
  llvm::SmallString<16> Text;
  Result.Val.getInt().toString(Text);
  return Text.str().str();
}
