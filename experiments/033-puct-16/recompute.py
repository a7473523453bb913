"""Recomputes the figures of the page beside it."""

from checks.puct import check_puct


def check(page):
    check_puct(page, "puct-16")
