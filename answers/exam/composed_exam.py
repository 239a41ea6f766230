"""A paper of one's own: an exam whose questions come from several exams."""

from dataclasses import dataclass

from answers.exam.composed_words import ComposedWords, Composition
from answers.exam.exam import Exam
from answers.exam.home import Home
from answers.exam.words import Words

NOTHING = Composition({}, (), (), "")


@dataclass(frozen=True, slots=True)
class ComposedExam(Exam):
    """An exam whose questions come from others, renumbered, with points of the paper's own.

    Its questions have the answers that they have in their exams for the same seed, and its words are theirs.
    """

    composition: Composition = NOTHING
    minutes: int = 0

    def words(self, lang: str, book: str = "") -> Words:
        """Return the words of the exams, for the questions and definitions of this paper."""
        return ComposedWords(self.composition, lang, book)

    def home_of(self, number: int) -> Home:
        """Return where the templates of question `number` are: those of the exam it comes from."""
        return self.composition.questions[number - 1].exam.home
