"""A small program in C++ to compare on: classes, templates, exceptions, static constructors, debug information."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Final

import pytest

TEXT: Final = """
#include <map>
#include <stdexcept>
#include <string>
struct Shape { virtual ~Shape() {} virtual double area() const = 0; };
struct Circle : Shape { double radius = 1; double area() const override { return 3.14 * radius * radius; } };
template <class T> T larger(T a, T b) { return a < b ? b : a; }
static std::map<std::string, int> counts;
int main(int count, char **words) {
  for (int i = 1; i < count; i++) counts[words[i]]++;
  try {
    if (count > 9) throw std::runtime_error("too many");
  } catch (std::exception &error) {
    return error.what()[0];
  }
  Circle circle;
  Shape &shape = circle;
  return larger((int)shape.area(), (int)counts.size());
}
"""


def compiled(compiler: str, folder: Path) -> Path:
    """The program as bitcode; the test is skipped where the headers of C++ are not installed."""
    source = folder / "shapes.cpp"
    source.write_text(TEXT)
    path = folder / "shapes.bc"
    done = subprocess.run([compiler, "-O1", "-g", "-c", "-emit-llvm", str(source), "-o", str(path)], capture_output=True)
    if done.returncode:
        pytest.skip("there are no headers of C++")
    return path
