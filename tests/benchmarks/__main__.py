"""`make bench`: each figure as a ratio to a floor measured in the same run. Nothing here is a test."""

from tests.benchmarks import http, in_memory, integrity, recording, replay
from tests.benchmarks.harness import show

show([figure for module in (in_memory, recording, integrity, replay, http) for figure in module.figures()])
