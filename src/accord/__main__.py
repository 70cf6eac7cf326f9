"""`accord` and `python -m accord`."""

import _signal  # type: ignore[import-not-found]  # what `signal` is made of, at no cost

if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    # Until all is ready Ctrl-C simply ends: no traceback of modules that are being imported.
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)


def main() -> None:
    """Run the command line in a process that is made safe for it before anything is imported."""
    from accord.machine import end, end_children, ready

    ready()
    try:
        from accord.cli import main as run

        run()
    except KeyboardInterrupt:  # while modules are imported
        end()
    finally:
        end_children()


if __name__ == "__main__":
    main()
