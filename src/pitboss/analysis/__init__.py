"""Exact analysis. So far the walker, which drives the real procedures over every card and every decision."""
