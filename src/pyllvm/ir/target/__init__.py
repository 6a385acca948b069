"""The statements of a module about its target: data layout, triple, target types, inline assembly constraints."""
