"""How certain a number is: resamples and intervals."""
