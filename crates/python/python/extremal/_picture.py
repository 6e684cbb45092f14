"""Pictures."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os


class Picture(str):
    """The text of an SVG document, which a notebook shows as a picture."""

    __slots__ = ()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the document to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self)

    def __repr__(self) -> str:
        return f"<Picture of {len(self)} characters of SVG>"

    def _repr_svg_(self) -> str:
        return str(self)
