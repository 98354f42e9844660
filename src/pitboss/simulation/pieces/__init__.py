"""What programmes are built of: plain functions over integers and records, which neither raise nor take memory.

A round's state is one record under a kilobyte, nothing calls itself, and the shoe is read and never written to, so the
same source can be compiled for other machines than this one.
"""
