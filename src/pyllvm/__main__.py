"""``python -m pyllvm``: the same as the ``pyllvm`` command."""

from pyllvm.cli import main

if __name__ == "__main__":
    main()
