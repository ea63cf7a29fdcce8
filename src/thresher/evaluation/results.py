"""What a comparison found: every score, and all that is needed to find it again."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from thresher.errors import DataError
from thresher.evaluation.contestants import ContestantKind
from thresher.evaluation.page_scores import PageScore

FORMAT: Final = "thresher-evaluation"
VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class SetInfo:
    """A set as it was used."""

    name: str
    digest: str
    pages: int
    headline: bool
    comments: bool


@dataclass(frozen=True, slots=True)
class ContestantInfo:
    """A contestant as it took part."""

    name: str
    kind: ContestantKind
    version: str
    algorithm: str


@dataclass(frozen=True, slots=True)
class Origin:
    """Where numbers come from."""

    command: str
    """Finds the same numbers again."""
    made: str
    versions: dict[str, str]
    machine: dict[str, str]
    by: str = "page"
    split: str = "all"


@dataclass(frozen=True, slots=True)
class Results:
    """A whole comparison. Contestants are in the order they were named; the first leads."""

    origin: Origin
    sets: tuple[SetInfo, ...]
    contestants: tuple[ContestantInfo, ...]
    missing: tuple[str, ...]
    """Peers that were asked for and are not installed."""
    scores: tuple[PageScore, ...]
    notes: tuple[str, ...] = ()
    """What a reader must know to read the numbers rightly."""

    def of(self, set_name: str, contestant: str) -> list[PageScore]:
        """The scores of a contestant on a set, pages in one fixed order."""
        found = [
            score
            for score in self.scores
            if score.set == set_name and score.contestant == contestant
        ]
        return sorted(found, key=lambda score: score.page)

    @property
    def failures(self) -> list[PageScore]:
        return [score for score in self.scores if score.error is not None]

    def save(self, path: Path) -> None:
        """Write as JSON, one score a line; the file appears whole or not at all."""
        head = {
            "format": FORMAT,
            "version": VERSION,
            "origin": asdict(self.origin),
            "sets": [asdict(each) for each in self.sets],
            "contestants": [asdict(each) for each in self.contestants],
            "missing": list(self.missing),
            "notes": list(self.notes),
        }
        text = json.dumps(head, ensure_ascii=False, indent=1).removesuffix("\n}")
        lines = ",\n".join(score_line(score) for score in self.scores)
        part = path.with_name(path.name + ".part")
        try:
            part.write_text(f'{text},\n "scores": [\n{lines}\n]}}\n', encoding="utf-8")
            os.replace(part, path)
        except OSError as error:
            raise DataError(f"cannot write {str(path)!r}: {error.strerror}") from error

    @classmethod
    def load(cls, path: Path) -> Results:
        """Read back what `save` wrote."""
        given = _read_json(path)
        if not isinstance(given, dict) or given.get("format") != FORMAT:
            raise DataError(f"{str(path)!r} holds no results: write some with `evaluate -o`")
        if given.get("version") != VERSION:
            raise DataError(
                f"{str(path)!r} is of version {given.get('version')}; this program reads version "
                f"{VERSION}: run the evaluation again"
            )
        try:
            return cls(
                Origin(**given["origin"]),
                tuple(SetInfo(**each) for each in given["sets"]),
                tuple(ContestantInfo(**each) for each in given["contestants"]),
                tuple(given["missing"]),
                tuple(PageScore.from_dict(each) for each in given["scores"]),
                tuple(given["notes"]),
            )
        except (KeyError, TypeError) as error:
            raise DataError(f"the results in {str(path)!r} are damaged: {error}") from error


def _read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise DataError(f"cannot read {str(path)!r}: {error.strerror}") from error
    except ValueError as error:
        raise DataError(f"{str(path)!r} holds no results: {error}") from error


def score_line(score: PageScore) -> str:
    """A score as one line of JSON."""
    return json.dumps(score.as_dict(), ensure_ascii=False, separators=(",", ":"))


class SideFile:
    """Scores of a run that is under way, line by line, so that it can be taken up again.

    The first line says which run they belong to; lines of another run are thrown away.
    """

    def __init__(self, path: Path, run: Mapping[str, Any]) -> None:
        self._path = path
        self._head = json.dumps({"run": run}, ensure_ascii=False, sort_keys=True)

    def read(self) -> list[PageScore]:
        """The scores that are there already."""
        try:
            lines = self._path.read_text(encoding="utf-8").splitlines()
        except FileNotFoundError:
            return []
        except (OSError, UnicodeDecodeError) as error:
            raise DataError(f"cannot read {str(self._path)!r}: {error}") from error
        if not lines or lines[0] != self._head:
            return []
        return list(_whole_lines(lines[1:]))

    def write(self, done: Iterable[PageScore], coming: Iterable[PageScore]) -> list[PageScore]:
        """Put the scores that are done, and those that come, into the file as they come."""
        kept = []
        try:
            with self._path.open("w", encoding="utf-8") as file:
                file.write(self._head + "\n")
                for score in done:
                    file.write(score_line(score) + "\n")
                for score in coming:
                    file.write(score_line(score) + "\n")
                    file.flush()
                    kept.append(score)
        except OSError as error:
            raise DataError(f"cannot write {str(self._path)!r}: {error.strerror}") from error
        return kept


def _whole_lines(lines: list[str]) -> Iterable[PageScore]:
    for line in lines:
        try:
            yield PageScore.from_dict(json.loads(line))
        except (ValueError, TypeError):
            return  # the line that was being written when the run was stopped
