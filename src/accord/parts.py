"""Classes that results and errors are made of; nobody needs them to make a call."""

from accord._measure.settings import Option as Option
from accord._read.door.read import Contents as Contents
from accord.errors import Setting as Setting, TooLargeError as TooLargeError
from accord.lazy import suggesting as _suggesting
from accord.model.names import Names as Names
from accord.model.showing import Keyed as Keyed, Result as Result, Results as Results
from accord.model.study import Study as Study

globals()["__getattr__"] = _suggesting(globals())
