"""The functions of `import pyllvm`: files and modules, linking, verification. Each part is imported on first use."""
