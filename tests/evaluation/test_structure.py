from __future__ import annotations

import pytest

from thresher.evaluation.scores import NOTHING, PERFECT, Score
from thresher.evaluation.structure import mean_by_kind, overall_f1, structure_score

TRUTH = """# Title

## Part

- one
- two

```
let x = 1
```

See [the guide](guide.md).
"""


def test_the_same_structure_in_other_marks_is_perfect() -> None:
    produced = """Title
=====

Part
----

1. one
2. **two**

    (text)

~~~js
let x = 1;
~~~

See [the *guide*](https://host.example/docs/guide.html).
"""
    score = structure_score(produced, TRUTH)
    assert set(score.kinds) == {"headings", "items", "code", "links"}
    assert score.f1 == 1.0


def test_structure_score_by_hand() -> None:
    score = structure_score("# Title\n\n- one\n- other\n\nSee the guide.\n", TRUTH)
    assert score.kinds == {
        "headings": Score(1.0, 0.5),
        "items": Score(0.5, 0.5),
        "code": NOTHING,
        "links": NOTHING,
    }
    assert score.f1 == pytest.approx((2 / 3 + 0.5) / 4)


def test_kinds_that_the_truth_lacks_do_not_count() -> None:
    score = structure_score("# Title\n\n| a | b |\n|---|---|\n", "# Title\n")
    assert score.kinds == {"headings": PERFECT}


def test_plain_truth_has_no_number() -> None:
    assert structure_score("# Title", "Only text.").f1 is None


def test_a_target_that_a_template_fills_is_not_compared() -> None:
    truth = "[docs]({{ site.url }}/d/) and [api](api.md)"
    assert structure_score("[docs](https://x.example/any) [api](api.html)", truth).f1 == 1.0
    assert structure_score("[docs](https://x.example/any) [api](other.html)", truth).f1 == 0.5


def test_a_set_averages_pages_within_kinds_first() -> None:
    pages = [
        structure_score("# A", "# A"),
        structure_score("text", "# A"),
        structure_score("# A\n\n- x", "# A\n\n- x"),
    ]
    assert mean_by_kind(pages) == pytest.approx({"headings": 2 / 3, "items": 1.0})
    assert overall_f1(pages) == pytest.approx(5 / 6)
    assert overall_f1([]) is None
