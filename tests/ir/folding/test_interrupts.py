"""A handler of a signal may raise an exception at any moment, also inside a multiplication of big integers."""

from __future__ import annotations

import subprocess
import sys

# Numbers of 800,000 bits: nearly all of the time passes in the multiplications, which CPython interrupts for handlers.
SCRIPT = """
import signal, time
from pyllvm.ir import ConstantInt, Context
from pyllvm.ir.folding.constant_parts import fold_integers

class Late(Exception):
    pass

def handler(number, frame):
    signal.setitimer(signal.ITIMER_REAL, 0)
    raise Late

signal.signal(signal.SIGALRM, handler)
number = ConstantInt.get(Context().integer(800_000), (1 << 799_990) // 3)
expected = fold_integers("mul", number, number, "poison")
caught = 0
for turn in range(20):
    signal.setitimer(signal.ITIMER_REAL, 0.005 + 0.001 * turn)
    try:
        while True:
            assert fold_integers("mul", number, number, "poison") is expected
            time.sleep(0)
    except Late:
        caught += 1
print(caught)
"""


def test_an_exception_in_a_multiplication() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout, done.stderr) == (0, "20\n", "")
