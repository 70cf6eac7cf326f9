"""The settings of measures that draw samples; they need libraries that other measures do not."""

from typing import Annotated

import numpy as np

from accord.tasks import Tasks

Seed = Annotated[int | np.random.Generator, "Seed of random numbers."]
Jobs = Annotated[Tasks | int | None, "Number of processes."]
