"""BibTeX beside sources.yaml: its entries are cited as those of the YAML, its mistakes are reported at their lines."""

import pytest

from site_builder.build.pipeline import Options
from site_builder.problems import Problems
from site_builder.source.bibtex import read_bibtex
from site_builder.source.text import SourceText
from tests.build.courses import ANCHOR, outcome
from tests.course.test_course import COURSE, loaded, refusals
from tests.scratch import REPOSITORY
from tests.work import lines_run

BIB = r"""@string{acl = "ACL"}

@article{vaswani2017,
  title = {Attention Is {All} You Need},
  author = {Ashish Vaswani and Noam Shazeer and Niki Parmar and Jakob Uszkoreit},
  year = 2017,
  eprint = {1706.03762},
}
@inproceedings{schmidhuber,
  title = "{\"U}ber {LSTM}: $O(N^2)$, a\_b * c",
  author = {Schmidhuber, J{\"u}rgen and van der Maaten, Laurens},
  date = {1997-11},
  booktitle = acl,
  doi = {10.1162/neco.1997.9.8.1735},
}
@misc{team, title={Report}, author={{The Team}}, url={https://example.org/a\_b}}
@misc{nobody, title={A Page}}
"""


def sources(bib):
    course = loaded({"content/course.yaml": COURSE, "content/sources.bib": bib})
    return {key: (each.title.plain, each.authors, each.year, each.url) for key, each in course.sources.items()}


def test_entries_are_read_as_people_cite():
    assert sources(BIB) == {
        "vaswani2017": ("Attention Is All You Need", "Vaswani et al.", 2017, "https://arxiv.org/abs/1706.03762"),
        "schmidhuber": ("Über LSTM: O(N^2), a_b * c", "Schmidhuber & van der Maaten", 1997,
                        "https://doi.org/10.1162/neco.1997.9.8.1735"),
        "team": ("Report", "The Team", 0, "https://example.org/a_b"),
        "nobody": ("A Page", "A Page", 0, ""),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("bib", "line", "said"),
    [
        ("\n@misc{a, author={b}}", "2:7", "the entry 'a' has no title"),
        ("@misc{a, title={b}, author={c}}\n@misc{a, title={d}, author={e}}", "2:7",
         "the entry 'a' stands twice; the first is at content/sources.bib:1:7"),
        ("@misc{y, title={b}, author={c}}", "1:7", "the source 'y' is in content/sources.yaml too"),
        ("@misc{a,\n title={b\n", "2", "this is no BibTeX: "),
    ],
)  # fmt: skip
def test_what_is_wrong_is_reported_at_its_line(bib, line, said):
    yaml = "y: {title: Y, authors: Z}\n"
    told = refusals({"content/course.yaml": COURSE, "content/sources.bib": bib, "content/sources.yaml": yaml})
    assert len(told) == 1
    assert told[0].startswith(f"content/sources.bib:{line}")
    assert said in told[0]


def test_of_a_bibliography_only_what_is_cited_is_listed():
    course = {
        "content/course.yaml": "title: A\nlang: en\nanchor: qwen3.8-27b\n"
        "chapters: [{id: c, label: C, title: D, lessons: [{id: a, topic: E}]}]\n",
        ANCHOR: (REPOSITORY / ANCHOR).read_text(encoding="utf-8"),
        "content/lessons/a.md": "---\ntitle: A\ntime: 5\n---\n\nAs shown{cite}`team`.\n",
        "content/sources.bib": BIB,
    }
    built, told = outcome(course, Options())
    assert told == ()
    assert built is not None
    listed = built.files["sources/index.html"].decode()
    assert "Report" in listed
    assert "Attention Is" not in listed


@pytest.mark.parametrize(
    ("tex", "plain"),
    [
        (r"\emph{On} \textbf{Rate}--Distortion", "On Rate–Distortion"),
        (r"{\LaTeX} and \BibTeX{} for \textit{{BERT}}", "LaTeX and BibTeX for BERT"),
        (r"Costs of 5\% or \$5, \url{https://a.org}", "Costs of 5% or $5, https://a.org"),
        (r"{\bf Bold} \textsc{Small}", "Bold Small"),
        (r"\emphatic{x}", r"\emphatic x"),  # a command that nobody knows stays to be seen
    ],
)
def test_commands_that_dress_a_title_leave_its_words(tex, plain):
    [(title, *_)] = sources(f"@misc{{a, title={{{tex}}}, author={{B}}}}").values()
    assert title == plain


def test_work_grows_with_the_entries_and_each_costs_little():
    def read(number):
        text = "".join(f"@misc{{k{turn}, title={{T}}, author={{A, B and C, D}}}}\n" for turn in range(number))
        return lines_run(lambda: read_bibtex(SourceText("a.bib", text), Problems()))

    read(1)  # what is imported once
    few, many = read(50), read(100)
    assert many < 2.6 * few
    assert many < 100 * 3000


def test_a_field_given_twice_is_reported_at_its_entry():
    told = refusals({
        "content/course.yaml": COURSE,
        "content/sources.bib": "@misc{b, title={b}, author={c}}\n\n@misc{a, title={b}, title={c}, author={c}}",
    })  # fmt: skip
    assert len(told) == 1
    assert told[0].startswith("content/sources.bib:3:7: this is no BibTeX: entry with key a has a duplicate title")


def test_a_title_uses_the_courses_own_commands():
    bib = r"@misc{a, title={On $\RR^n$}, author={A}, year=2020}"
    course = loaded({"content/course.yaml": COURSE + "macros: {'\\RR': '\\mathbb{R}'}\n", "content/sources.bib": bib})
    assert course.sources["a"].title.plain == r"On \mathbb{R}^n"
