"""The changes of the language from release to release, a file per change: what was of LLVM N becomes what LLVM M has."""

from __future__ import annotations

from pyllvm.migrations.sequence import MIGRATIONS as MIGRATIONS
from pyllvm.migrations.sequence import Migration as Migration
from pyllvm.migrations.sequence import upgrade as upgrade
