"""`python -m site_builder`: the same as the command `sitemaf`."""

from site_builder.cli import main

if __name__ == "__main__":
    main()
