"""Members joined into groups, two at a time (union–find)."""

from typing import Protocol, TypeVar

_Member = TypeVar("_Member")


class Parents(Protocol[_Member]):
    """A dict or a list in which every member has a parent; who stands for a group is their own."""

    def __getitem__(self, member: _Member, /) -> _Member: ...

    def __setitem__(self, member: _Member, parent: _Member, /) -> None: ...


def root(parent: Parents[_Member], member: _Member) -> _Member:
    """The member that stands for the group of `member` while groups are being joined.

    >>> root({1: 1, 2: 1, 3: 2}, 3)
    1
    """
    while parent[member] != member:
        parent[member] = member = parent[parent[member]]  # paths halve, so that they stay short
    return member
