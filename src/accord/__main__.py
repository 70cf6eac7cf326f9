"""`accord` and `python -m accord`."""

import _signal  # type: ignore[import-not-found]  # what `signal` is made of, at no cost
import sys

if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    # Until all is ready Ctrl-C simply ends: no traceback of modules that are being imported.
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)


OBJECTS_BETWEEN_COLLECTIONS = 50_000
"""New objects after which Python looks for circles of dead ones: a command makes few of these, and
with the usual 700 it would look a hundred times while it loads its modules."""


def main() -> None:
    """Run the command line in a process that is made safe for it before anything is imported."""
    import gc

    from accord.machine import end, end_children, interrupted, limits, ready

    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    ready()
    try:
        if sys.argv[1:] == ["--version"] and _version_is_shown():
            return
        from accord.cli import main as run

        run()
    except KeyboardInterrupt:  # while modules are imported
        end()
    except (ImportError, SystemError, MemoryError) as error:
        if interrupted():
            end()
        if limits().get("memory") is None:
            raise
        # Libraries that find no room while they load say so in their own ways, and many lines.
        why = f"{type(error).__name__}; the limit of memory (ulimit -v) is too low"
        sys.exit(f"accord: not enough memory ({why})")
    finally:
        # All that is there goes with the process: looking for circles in it once more would take a
        # tenth of the time of a short command.
        gc.freeze()
        end_children()


def _version_is_shown() -> bool:
    """Show the version as the program does, without it: scripts ask for it at every start.

    False where anything is unusual (no output, a full disk, a core that is not there): the program
    then says what is wrong.
    """
    from accord.native import description
    from accord.version import __version__

    try:
        sys.stdout.write(f"accord, version {__version__} ({description()})\n")
        sys.stdout.flush()
    except Exception:
        return False
    return True


if __name__ == "__main__":
    main()
