"""Changing IR: replacing values, making names."""
