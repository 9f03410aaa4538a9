"""`make bench`: each figure as a ratio to a floor measured in the same run. Nothing here is a test."""

from tests.benchmarks import http, in_memory, integrity, placement, recording, replay
from tests.benchmarks.harness import show

modules = (in_memory, placement, recording, integrity, replay, http)
show([figure for module in modules for figure in module.figures()])
