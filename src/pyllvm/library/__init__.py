"""What `import pyllvm` offers: files and modules, linking, verification. Each part is imported when it is asked for."""
