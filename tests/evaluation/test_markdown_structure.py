from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from thresher.evaluation.markdown_links import Link
from thresher.evaluation.markdown_structure import read_structure


def test_headings_of_both_kinds() -> None:
    text = "# One #\n\nTwo\n===\n\nThree words here\n---\n\n---\n\n## Four {#four}\n\n#hashtag\n"
    assert read_structure(text).headings == ["one", "two", "three words here", "four"]


def test_marks_for_linking_to_a_heading_are_not_part_of_it() -> None:
    found = read_structure(
        '## [Enums](#enums)\n\n### Setup [¶](#setup)\n\n# Home [Permalink](/x "P")'
    )
    assert found.headings == ["enums", "setup", "home"]
    assert found.links == []


def test_front_matter_gives_the_title_and_nothing_else() -> None:
    found = read_structure("---\ntitle: 'Getting _started_'\ntags:\n  - one\n---\n\nText.\n")
    assert found.headings == ["getting started"]
    assert found.items == []


def test_nested_and_wrapped_list_items() -> None:
    text = """* First item that
  goes on
    * nested [link](a.md)

    A paragraph below it.
+ second
1. third
2) fourth

Not an item - really.
"""
    assert read_structure(text).items == [
        "first item that goes on",
        "nested link",
        "second",
        "third",
        "fourth",
    ]


def test_a_long_item_is_known_by_its_first_words() -> None:
    assert read_structure("- a b c d e f g h i j").items == ["a b c d e f g h"]


def test_fenced_and_indented_code() -> None:
    text = """```rust,editable
# let hidden = 1;
fn main() {
}
```

Then:

    indented one

    indented two

~~~
* no item
~~~

- item

      code in an item

    still the item
"""
    found = read_structure(text)
    assert found.code == [
        "let hidden 1",
        "fn main",
        "indented one",
        "indented two",
        "no item",
        "code in an item",
    ]
    assert found.items == ["item"]


def test_a_heading_inside_code_is_code() -> None:
    found = read_structure("```\n# comment\n[a](b.md)\n```\n")
    assert (found.headings, found.links, found.code) == ([], [], ["comment", "a"])


def test_pipe_tables_with_and_without_outer_bars() -> None:
    text = """| Name | Use |
|------|:---:|
| `a`  | b \\| c |

Head | Tail
-----|-----
one  | two

a | b is prose
"""
    assert read_structure(text).cells == ["name", "use", "a", "b c", "head", "tail", "one", "two"]


def test_html_inside() -> None:
    text = """<table>
<tr><th>Key</th>

<td>A <a href="/v/value.html">value</a></td></tr>
</table>

<div class="note">
  <h5>Careful</h5>
  <ul><li>point</li></ul>
  <pre>run it</pre>
</div>

## After
"""
    found = read_structure(text)
    assert found.cells == ["key", "a value"]
    assert found.headings == ["careful", "after"]
    assert found.items == ["point"]
    assert found.code == ["run it"]
    assert found.links == [Link("value", "value")]


def test_admonitions_directives_and_template_tags() -> None:
    text = """!!! note
    Text of the note, see [it](it.md).

    - item of the note

          code in the item

:::{tip}
- tip
:::

```{warning}
- warned
```

{% highlight ruby %}
puts 1
{% endhighlight %}

{% include x.html %}
<!-- - hidden -->
"""
    found = read_structure(text)
    assert found.items == ["item of the note", "tip", "warned"]
    assert found.code == ["code in the item", "puts 1"]
    assert found.links == [Link("it", "it")]


def test_quoted_structure_counts() -> None:
    assert read_structure("> - quoted item\n>\n> ## Quoted").items == ["quoted item"]


@given(st.text("#-*`|>=[](): \n<ab1.{%}", max_size=80))
def test_any_text_can_be_read(text: str) -> None:
    found = read_structure(text)
    assert all(piece == " ".join(piece.split()) for piece in found.headings + found.cells)
