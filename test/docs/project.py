# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A project for the commands of a page, in a folder and with a home of its own."""
import json
import shlex
import shutil
import subprocess
from pathlib import Path

from ci_test import c_compiler
from page import check

CRASH = """\
#include <Python.h>
#include <thread>
void {name}() {{ std::thread([] {{ PyErr_Print(); }}).detach(); }}
"""


class Setup:
    """What all projects share: the installed program and where it is from."""

    def __init__(self, source, build, prefix, compiler, tidy):
        self.source, self.build, self.prefix = source, build, prefix
        self.compiler, self.tidy = compiler, tidy
        self.include = subprocess.run(
            ["/usr/bin/python3", "-c", "import sysconfig;"
             "print(sysconfig.get_paths()['include'])"],
            check=True, capture_output=True, text=True).stdout.strip()


class Done:
    def __init__(self, process):
        self.status = process.returncode
        self.out, self.err = process.stdout, process.stderr
        self.text = self.out + self.err

    def says(self, *texts):
        for text in texts:
            check(text in self.text, f"'{text}' is printed", self.text)
        return self

    def silent(self, *texts):
        for text in texts:
            check(text not in self.text, f"'{text}' is not printed", self.text)
        return self


class Project:
    def __init__(self, setup, page, folder):
        self.setup, self.page = setup, page
        self.folder, self.home = folder / "project", folder / "home"
        self.folder.mkdir(parents=True)
        self.home.mkdir()
        self.environment = {
            "PATH": f"{setup.prefix}/bin:/usr/bin:/bin",
            "HOME": str(self.home), "LANG": "C.UTF-8", "CXX": setup.compiler,
            "CC": c_compiler(setup.compiler),
            "CMAKE_PREFIX_PATH": str(setup.prefix),
            **{f"GIT_{who}_{what}": "t@example.com"
               for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}}

    def shell(self, command, want=0):
        """Runs what is on no page."""
        done = Done(subprocess.run(
            ["bash", "-o", "pipefail", "-c", command], cwd=self.folder,
            env=self.environment, check=False, capture_output=True, text=True))
        check(done.status == want,
              f"status {want} (it is {done.status}) of\n  {command}", done.text)
        return done

    def run(self, command, want=0, **words):
        """Runs a command of the page, with its placeholders filled in."""
        self.page.line(command)
        for word, value in words.items():
            check(word in command, f"'{word}' is in: {command}")
            command = command.replace(word, str(value))
        return self.shell(command, want)

    def write(self, name, text):
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def edit(self, name, old, new):
        text = self.read(name)
        check(text.count(old) == 1, f"'{old}' is in {name} once", text)
        self.write(name, text.replace(old, new))

    def read(self, name):
        check((self.folder / name).is_file(), f"{name} was written")
        return (self.folder / name).read_text()

    def crash(self, *names):
        """Sources with one fault each, of which each knows its own."""
        for name in names:
            self.write(name, CRASH.format(name=Path(name).stem))

    def database(self, *flags):
        """Of all sources, in build/; and the first commit."""
        sources = sorted(str(f.relative_to(self.folder))
                         for f in self.folder.rglob("*.cpp"))
        self.write("build/compile_commands.json", json.dumps([
            {"directory": str(self.folder), "file": name,
             "command": shlex.join(["c++", "-std=c++17", *flags, "-I",
                                    self.setup.include, "-c", name])}
            for name in sources]))
        self.write(".gitignore", "build\n")
        self.shell("git init -q -b main && git add . && git commit -q -m first")

    def ticker(self):
        """examples/cmake, whose fault an option brings in."""
        shutil.copytree(self.setup.source / "examples/cmake", self.folder,
                        dirs_exist_ok=True)
        self.write(".gitignore", "build\n")
        self.shell("git init -q -b main && git add . && git commit -q -m first")

    def fixable(self):
        """A crash and a deadlock, which are mended together."""
        inputs = self.setup.source / "test/lit/fix/Inputs/project/nanobind"
        shutil.copytree(inputs, self.folder / "nanobind")
        shutil.copy(self.setup.source / "test/unit/Extract/Inputs/mock.h",
                    self.folder)
        self.write("run.cpp", """\
#include <nanobind/nanobind.h>
#include <thread>
static void work() { PyRun_SimpleString("work"); }
void init(nb::module_ &m) {
  m.def("run", [] {
    std::thread thread(work);
    thread.join();
  });
}
""")
        self.database("-I.")
