"""Where a quote stands in a text whose lines may be broken elsewhere."""

import re
from dataclasses import dataclass


@dataclass(slots=True)
class Quotable:
    """A text, and where its words are when all white space is one space.

    >>> Quotable.of("So it\\n was. So?").places("it was.")
    [(3, 11)]
    """

    text: str
    plain: str
    at: list[int]

    @classmethod
    def of(cls, text: str) -> "Quotable":
        """A text with line ends of one kind."""
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        plain: list[str] = []
        at: list[int] = []
        for word in re.finditer(r"\S+", text):
            if plain:
                plain.append(" ")
                at.append(word.start() - 1)
            plain.append(word[0])
            at += range(word.start(), word.end())
        return cls(text, "".join(plain), at)

    def places(self, quote: str) -> list[tuple[int, int]]:
        """Where the quote stands; the first two places are enough."""
        places: list[tuple[int, int]] = []
        start = self.plain.find(quote)
        while start >= 0 and len(places) < 2:  # a second one makes the first uncertain
            places.append((self.at[start], self.at[start + len(quote) - 1] + 1))
            start = self.plain.find(quote, start + 1)
        return places
