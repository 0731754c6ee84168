"""Search in Chinese pages, without a dictionary: every two neighbouring characters are a word, and so is each alone."""

import re

from sphinx.application import Sphinx
from sphinx.search.zh import SearchChinese

# As in Python below: a query matches a page that has all of its pairs.
_SPLIT_QUERY = r"""
var splitQuery = (query) =>
  (query.match(/[a-z0-9_]+|\p{Script=Han}+/giu) ?? []).flatMap((run) =>
    /^\w/.test(run) || run.length === 1 ? [run] : Array.from(run).slice(1).map((second, place) => run[place] + second),
  );
"""


class CharacterPairs(SearchChinese):
    """Words of Latin letters, pairs of Chinese characters and single ones.

    >>> CharacterPairs({}).split("求解器 solve")
    ['求', '解', '器', '求解', '解器', 'solve']
    """

    language_name = "English"  # whose stemmer it has; Sphinx 9.0 looks for one of this name
    js_splitter_code = _SPLIT_QUERY

    def split(self, input: str) -> list[str]:
        """Split a text into the words of the index."""
        runs = re.findall(r"[\u3400-\u9fff]+", input)
        pairs = [run[place : place + 2] for run in runs for place in range(len(run) - 1)]
        latin = self.latin1_letters.findall(input)
        self.latin_terms.update(latin)
        return [*"".join(runs), *pairs, *latin]

    def word_filter(self, word: str) -> bool:
        """Keep words of one character too."""
        return word not in self.stopwords


def setup(app: Sphinx) -> dict[str, bool]:
    """Sphinx calls this."""
    app.add_search_language(CharacterPairs)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
