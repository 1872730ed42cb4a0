"""The commands of `shoal`, one file each: its words for argparse, and what it does."""
