"""The commands of `llk`, one file per subject."""
