"""The changes of the language from release to release, a file per change: what was of LLVM N becomes what LLVM M has."""

from __future__ import annotations

from pyllvm.migrations.upgrade import MIGRATIONS as MIGRATIONS
from pyllvm.migrations.upgrade import Migration as Migration
from pyllvm.migrations.upgrade import upgrade as upgrade
