"""The methods of IR's classes that rooms above `ir` do. Each room is imported when one of its methods is needed.

`pyllvm.ir.above` says how the methods find this. Nothing else joins `ir` to what is above it.
"""

from __future__ import annotations

from pyllvm.ir.above import Printing
from pyllvm.ir.attributes import AttributeTexts
from pyllvm.ir.constants import FloatReading
from pyllvm.ir.module import ModuleBuilding, ModuleTexts


def register_methods(needs: type[object]) -> None:
    """Register the methods that meet these needs, and the others of their room."""
    if needs is Printing:
        from pyllvm.methods.printing import register_printing

        register_printing()
    elif needs in (AttributeTexts, ModuleTexts):
        from pyllvm.methods.texts import register_texts

        register_texts()
    elif needs in (FloatReading, ModuleBuilding):
        from pyllvm.methods.building import register_building

        register_building()
    else:
        from pyllvm.methods.editing import register_editing

        register_editing()
