"""What a module says of its target: data layout, triple, types and constraints of the target."""
