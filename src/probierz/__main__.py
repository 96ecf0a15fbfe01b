"""`python -m probierz` is the `probierz` command."""

import sys

from probierz.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
