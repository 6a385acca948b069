"""Metadata whose numbers are its text, for tests of records."""

from pyllvm.schema.sides import MetadataNumbers, MetadataSource


class Numbered(MetadataSource):
    """Metadata number n is the string "n"."""

    def metadata(self, id_plus_one: int) -> object | None:
        return f"{id_plus_one - 1}" if id_plus_one else None

    def metadata_not_null(self, id: int) -> object:
        return f"{id}"

    def string(self, id_plus_one: int) -> object | None:
        return self.metadata(id_plus_one)


class Numbers(MetadataNumbers):
    """The string "n" is metadata number n. A class of its own, because a compiled class has only one base."""

    def id_or_null(self, metadata: object | None) -> int:
        return 0 if metadata is None else int(str(metadata)) + 1
