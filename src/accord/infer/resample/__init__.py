"""How sure a number is: resamples and intervals."""
