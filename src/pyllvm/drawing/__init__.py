"""Draws graphs of functions and modules: as DOT, Mermaid, SVG, and as a page to click through."""
