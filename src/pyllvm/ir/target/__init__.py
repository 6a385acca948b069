"""What a module states about its target: data layout, triple, target types, inline assembly constraints."""
