"""Counting of the tests that are written in Python: check() and, last, finish()."""
import sys

counts = {"passed": 0, "failed": 0}


def check(name, good, *shown):
    counts["passed" if good else "failed"] += 1
    if not good:
        print("FAIL", name, *shown)


def finish():
    print("{passed} passed, {failed} failed".format(**counts))
    sys.exit(1 if counts["failed"] else 0)
