"""The upgrades of intrinsics of targets that are gone. They are imported only where a module has such intrinsics."""
