"""Whole numbers and an array, ten million times: the same as Loop.java."""

import sys
import time


def run():
    cells = [0] * 1024
    sum = 0
    for i in range(10_000_000):
        at = i & 1023
        cells[at] = (cells[(at + 7) & 1023] + i) % 1000
        sum = (sum + cells[at]) & 0x3FFFFFFF
    return sum


for _ in range(int(sys.argv[1])):
    start = time.perf_counter_ns()
    result = run()
    print(result, time.perf_counter_ns() - start)
