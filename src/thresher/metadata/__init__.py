"""What a page says of itself: title, author, date, and where each was found."""

from thresher.metadata.reading import Field, Metadata, read_metadata

__all__ = ["Field", "Metadata", "read_metadata"]
