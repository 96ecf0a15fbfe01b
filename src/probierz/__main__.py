"""The `probierz` command, and `python -m probierz`: loads it, and is quiet about Ctrl-C while it does."""

import sys


def main() -> int:
    """Run the command line of the process; return its exit code."""
    try:
        from probierz.cli.main import main as run
    except KeyboardInterrupt:
        sys.stderr.write("probierz: interrupted\n")
        return 130
    return run()


if __name__ == "__main__":
    sys.exit(main())
