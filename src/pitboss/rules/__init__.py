"""Rules as small values: each permits or refuses one thing, and carries its clauses.

An edition states its own, or takes one by name from a module that is common to several texts; `None` stands for a right
that a text does not give. The table's menu, the solver, the compiler of the kernel and the chart ask the same value, so
nobody decides twice who may double.
"""
