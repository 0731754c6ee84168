"""The result of a program in an exercise in a few words, for the tables of a class."""

from lianliankan.lab.check.grading import Grade
from lianliankan.lab.check.report_chinese import in_language
from lianliankan.lab.check.report_text import fault_words
from lianliankan.texts import Language, Texts


def grade_reason(grade: Grade, language: Language) -> str:
    """Return what is wrong; an empty text if the outcome says it all.

    >>> from lianliankan.lab.check.exercises import EXERCISES
    >>> grade_reason(Grade(EXERCISES[0], "error", "my_game.py is saved as GBK"), "en")
    'my_game.py is saved as GBK'
    """
    if grade.report and grade.report.faults:
        words = fault_words(grade.report.faults[0], grade.report)
        return in_language(f"f {words}", language).removeprefix("f ")
    if grade.outcome == "error":
        return in_language(grade.problem, language)
    return ""


def describe_grade(grade: Grade, language: Language) -> str:
    """Return the mistake that it looks like, or what else is wrong; the outcome if there is no more to say.

    >>> from lianliankan.lab.check.exercises import EXERCISES
    >>> describe_grade(Grade(EXERCISES[0], "missing"), "en"), describe_grade(Grade(EXERCISES[0], "missing"), "zh")
    ('missing', '没有写')
    """
    texts = Texts(language, part="lab")
    if grade.mistake:
        return texts(f"mistake-name {grade.mistake}")
    return grade_reason(grade, language) or texts(f"class-cell {grade.outcome}")


def summarize_grade(grade: Grade, language: Language) -> str:
    """Return the outcome, and what is wrong, as in a cell of a class's CSV.

    >>> from lianliankan.lab.check.exercises import EXERCISES
    >>> summarize_grade(Grade(EXERCISES[0], "passed"), "en")
    'passed'
    >>> summarize_grade(Grade(EXERCISES[0], "error", "my_game.py is saved as GBK"), "en")
    'cannot be called: my_game.py is saved as GBK'
    """
    texts, reason = Texts(language, part="lab"), describe_grade(grade, language)
    outcome = texts(f"class-cell {grade.outcome}")
    return outcome if reason == outcome else texts("class result", outcome=outcome, reason=reason)
