"""`accord` and `python -m accord`."""


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
