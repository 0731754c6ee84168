"""The library's tests on the kernel's WebAssembly: node tools/in_pyodide.mjs PYODIDE SITE tools/wasm_tests.py [FILE …].

Python is ten times slower there, so the first case of every test is run, and Hypothesis draws a few examples. Tests
that need what is not there are skipped: NumPy, threads, processes.
"""

import sys
from collections import defaultdict
from collections.abc import Generator

import pytest

PLACES = ("board", "solver", "dealing", "game", "records", "test_deadline.py", "test_library.py")
WHOLE_FILES_LEFT_OUT = {
    "tests/board/test_arrays.py": "NumPy",
    "tests/board/test_crashes.py": "processes",
}
TAKE_LONG = {  # five to ten seconds each; what they test is also in other tests, or in tools/fuzz_games.py
    "test_advice_in_the_middle_of_games",
    "test_every_level_can_be_dealt_and_won",
    "test_too_large_to_verify",
    "runTest",  # of test_game_machine.py
}
MAX_CASES = 1  # of one test
ALL_CASES = "nested too deeply"  # the stack of JavaScript is small, and where it ends, Pyodide dies
MAX_EXAMPLES = 2


class Fewer:
    """Runs fewer cases, and skips what needs what is not there."""

    def pytest_configure(self) -> None:
        """Let Hypothesis draw few examples, whatever time they take."""
        from hypothesis import Phase, settings

        phases = [Phase.explicit, Phase.generate]
        settings.register_profile("few", deadline=None, max_examples=MAX_EXAMPLES, database=None, phases=phases)
        settings.load_profile("few")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep some cases of each test, spread evenly."""
        tests = defaultdict(list)
        for item in items:
            if item.name not in TAKE_LONG:
                tests[item.path, item.nodeid.partition("[")[0]].append(item)
        items[:] = [
            case
            for cases in tests.values()
            for place, case in enumerate(cases)
            if place * MAX_CASES // len(cases) != (place - 1) * MAX_CASES // len(cases) or ALL_CASES in case.name
        ]

    @pytest.hookimpl(wrapper=True)
    def pytest_pyfunc_call(self) -> Generator[None, object, object]:
        """Skip a test that has found something missing."""
        try:
            return (yield)
        except (AttributeError, ImportError, OSError, RuntimeError) as error:
            for what, message in MISSING.items():
                if message in str(error):
                    pytest.skip(f"there are no {what} here")
            raise


MISSING = {
    "NumPy arrays": "needs numpy, which is not installed",
    "signals": "has no attribute 'setitimer'",
    "threads": "can't start new thread",
    "processes": "emscripten does not support processes",
}


def main(given: list[str]) -> int:
    """Run the tests and return pytest's status."""
    where = given or [f"tests/{place}" for place in PLACES]
    left_out = [f"--ignore={file}" for file in WHOLE_FILES_LEFT_OUT]
    options = ["--noconftest", "-q", "-p", "no:cacheprovider", "--tb=short", *left_out]
    return pytest.main([*options, *where], plugins=[Fewer()])


if __name__ == "__main__":
    sys.exit(int(main(sys.argv[1:])))
