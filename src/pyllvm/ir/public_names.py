"""IR as a program sees it: the names that `dir()` shows, which names it may give, and that no part is copied alone.

Other names are those by which readers, linker and edits work.
"""

from __future__ import annotations

from typing import Final, NoReturn

# Names without an underscore in front that are for this package alone; other names are documented by their docstrings. The lines:
# values and their uses, functions and their blocks, modules, contexts and types, metadata.
_WORDS: Final = """
    add_use append_operand append_use drop_operands has_more_uses has_repeated_uses known_pairs known_uses move_uses_to newest_use
    note_repeated_uses order
    put_name put_operand put_operands recorded_pairs remove_use remove_uses_by set_single_operand set_unique_name settle_uses
    track_uses
    append_read has_attached has_deferred_uses has_operand_places name_changes release renamed
    set_optional_operands take_out take_over are_uses_known collect_local_uses record_local_uses record_local_uses_of
    adopt epoch forget is_read_lazily keep_summary numberings places watch_summary
    attribute_lists bundle_tags edits edits_by_reading has_primitive lock metadata_type target_types
    name_struct number_types reading_notes struct_names use_policy
    instruction_edits splice symbol_edits sync_scopes types_by_identifier vector_types derived
    pack is_packed location_key place read_operands
"""
_INTERNAL: Final = frozenset(_WORDS.split())


def public_names(value: object) -> list[str]:
    """The names of an object for `__dir__`."""
    return [name for name in object.__dir__(value) if _is_public(name)]


def _is_public(name: str) -> bool:
    return name.startswith("__") or not (name.startswith("_") or name in _INTERNAL)


def check_name(name: object) -> None:
    """Raise TypeError if a name is not a string, and ValueError if LLVM allows no such name."""
    if not isinstance(name, str):
        raise TypeError(f"a name is a string, not {name!r}")
    if "\0" in name:
        raise ValueError(f"a name cannot contain a NUL character: {name!r}")


def no_copy(part: object) -> NoReturn:
    """Raise TypeError for a part of IR that is to be copied or pickled."""
    raise TypeError(
        f"{part!r} is a part of its module and cannot be copied or pickled alone. Copy or pickle the module; an instruction has "
        "clone(), and pyllvm.clone_function copies a function. A text, str(part), can be kept everywhere."
    )
