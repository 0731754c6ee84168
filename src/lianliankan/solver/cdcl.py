"""A small conflict-driven clause-learning (CDCL) SAT solver in plain Python, to check certificates.

Variables are numbers from 1; a literal is a variable or its negative. The method is that of Chaff and MiniSat: two
watched literals per clause, learning at the first unique implication point, backjumping, growing activities.
"""

from collections.abc import Iterable


def is_unsatisfiable(clauses: Iterable[Iterable[int]], variables: int) -> bool:
    """Return whether no assignment satisfies all clauses.

    >>> is_unsatisfiable([[1, 2], [-1, 2], [1, -2], [-1, -2]], 2), is_unsatisfiable([[1, 2], [-1]], 2)
    (True, False)
    """
    return _Search(clauses, variables).is_unsatisfiable()


class _Search:
    def __init__(self, clauses: Iterable[Iterable[int]], variables: int) -> None:
        self.value = [0] * (variables + 1)  # 1 true, -1 false, 0 unassigned
        self.level = [0] * (variables + 1)
        self.reason: list[list[int] | None] = [None] * (variables + 1)
        self.activity = [0.0] * (variables + 1)
        self.step = 1.0
        self.trail: list[int] = []
        self.starts: list[int] = []
        self.next = 0
        self.watches: dict[int, list[list[int]]] = {
            sign * each: [] for each in range(1, variables + 1) for sign in (1, -1)
        }
        self.broken = False
        for clause in clauses:
            self._add(list(dict.fromkeys(clause)))

    def _add(self, clause: list[int]) -> None:
        for literal in clause:
            self.activity[abs(literal)] += 1 / len(clause)
        if not clause:
            self.broken = True
        elif len(clause) == 1:
            if self._truth(clause[0]) < 0:
                self.broken = True
            elif self._truth(clause[0]) == 0:
                self._assign(clause[0], None)
        else:
            self.watches[clause[0]].append(clause)
            self.watches[clause[1]].append(clause)

    def is_unsatisfiable(self) -> bool:
        while not self.broken:
            conflict = self._propagate()
            if conflict is not None:
                if not self.starts:
                    return True
                self._learn(conflict)
                continue
            literal = self._choose()
            if literal == 0:
                return False
            self.starts.append(len(self.trail))
            self._assign(literal, None)
        return True

    def _truth(self, literal: int) -> int:
        return self.value[literal] if literal > 0 else -self.value[-literal]

    def _assign(self, literal: int, reason: list[int] | None) -> None:
        variable = abs(literal)
        self.value[variable] = 1 if literal > 0 else -1
        self.level[variable] = len(self.starts)
        self.reason[variable] = reason
        self.trail.append(literal)

    def _choose(self) -> int:
        """Choose the most active unassigned variable, as true: a chosen pair rules out many others."""
        best, most = 0, -1.0
        for variable in range(1, len(self.value)):
            if self.value[variable] == 0 and self.activity[variable] > most:
                best, most = variable, self.activity[variable]
        return best

    def _propagate(self) -> list[int] | None:
        """Propagate all implications; return a falsified clause if there is one."""
        while self.next < len(self.trail):
            falsified = -self.trail[self.next]
            self.next += 1
            watching = self.watches[falsified]
            kept: list[list[int]] = []
            for i, clause in enumerate(watching):
                if clause[0] == falsified:
                    clause[0], clause[1] = clause[1], clause[0]
                if self._truth(clause[0]) > 0:
                    kept.append(clause)
                    continue
                for k in range(2, len(clause)):
                    if self._truth(clause[k]) >= 0:
                        clause[1], clause[k] = clause[k], clause[1]
                        self.watches[clause[1]].append(clause)
                        break
                else:
                    kept.append(clause)
                    if self._truth(clause[0]) < 0:
                        self.watches[falsified] = kept + watching[i + 1 :]
                        return clause
                    self._assign(clause[0], clause)
            self.watches[falsified] = kept
        return None

    def _learn(self, conflict: list[int]) -> None:
        now = len(self.starts)
        learnt: list[int] = []
        seen: set[int] = set()
        pending, at = 0, len(self.trail)
        grounds, first = conflict, 0
        while True:
            for literal in grounds:
                variable = abs(literal)
                if literal == first or variable in seen or self.level[variable] == 0:
                    continue
                seen.add(variable)
                self.activity[variable] += self.step
                if self.level[variable] == now:
                    pending += 1
                else:
                    learnt.append(literal)
            at -= 1
            while abs(self.trail[at]) not in seen:
                at -= 1
            first = self.trail[at]
            pending -= 1
            if pending == 0:
                break
            reason = self.reason[abs(first)]
            assert reason is not None, "only the decision of a level has no reason, and it comes last"
            grounds = reason
        learnt.sort(key=lambda literal: -self.level[abs(literal)])
        clause = [-first, *learnt]
        self._back_to(self.level[abs(learnt[0])] if learnt else 0)
        if len(clause) > 1:
            self.watches[clause[0]].append(clause)
            self.watches[clause[1]].append(clause)
        self._assign(-first, clause if len(clause) > 1 else None)
        self.step *= 1.05
        if self.step > 1e100:
            self.activity = [value / 1e100 for value in self.activity]
            self.step /= 1e100

    def _back_to(self, level: int) -> None:
        for literal in self.trail[self.starts[level] :]:
            self.value[abs(literal)] = 0
        del self.trail[self.starts[level] :]
        del self.starts[level:]
        self.next = len(self.trail)
