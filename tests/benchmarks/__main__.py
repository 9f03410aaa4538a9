"""`make bench`: each figure as a ratio to a floor measured in the same run. Nothing here is a test.

`python -m tests.benchmarks scale` runs one module of them.
"""

import sys

from tests.benchmarks import http, in_memory, integrity, placement, recording, replay, scale, servers
from tests.benchmarks.harness import show

modules = (in_memory, placement, recording, integrity, replay, http, servers, scale)
chosen = [module for module in modules if not sys.argv[1:] or module.__name__.rpartition(".")[2] in sys.argv[1:]]
show([figure for module in chosen for figure in module.figures()])
