// Paths with any number of turns, searched from straight run to straight run, one turn at a time.
//
// The states are (cell, axis of arrival). All cells of a run are reached with the same number of turns, one more than
// the cheapest run that crosses it, so every run is walked once and the search is linear in the number of cells. Two
// sweeps over a run, there and back, find the fewest steps.
#pragma once

#include <algorithm>
#include <array>
#include <climits>
#include <cstdint>
#include <vector>

#include "values/cell.h"
#include "values/compiler.h"
#include "values/rules.h"

namespace llk {

/// A breadth-first search by turns; keeps its memory from search to search.
template <class Grid>
class Runs {
  public:
    /// Whether a path within the turn limit joins a and b.
    bool reaches(const Grid& grid, Cell a, Cell b) {
        search(grid, b, a);
        return at(a, ROW).turns <= grid.rules().max_turns || at(a, COL).turns <= grid.rules().max_turns;
    }

    /// The best path from a to b within the turn limit, a before b in reading order; empty if there is none.
    std::vector<Cell> route(const Grid& grid, Cell a, Cell b) {
        search(grid, b, a);
        State left = std::min(at(a, ROW), at(a, COL));
        if (left.turns > grid.rules().max_turns) return {};
        std::vector<Cell> corners{a};
        bool along[2] = {at(a, ROW) == left, at(a, COL) == left};
        while (left.turns > 0) {
            const Cell here = corners.back();
            Cell next = cell(SHRT_MAX, SHRT_MAX);
            int next_axis = ROW;
            for (const int axis : {ROW, COL}) {
                if (!along[axis]) continue;
                for (const int way : {-1, 1}) {
                    Cell from = here;
                    for (Cell to = step(from, axis, way); passes(from, to); from = to, to = step(to, axis, way)) {
                        const State rest{left.turns - 1, left.steps - distance(here, to)};
                        if (to < next && at(to, !axis) == rest) {
                            next = to;
                            next_axis = !axis;
                        }
                    }
                }
            }
            left = at(next, next_axis);
            along[ROW] = next_axis == ROW;
            along[COL] = next_axis == COL;
            corners.push_back(next);
        }
        corners.push_back(b);
        return corners;
    }

    /// Calls visit(tile) for every tile that a path within the turn limit reaches from a, some of them twice.
    template <class Visit>
    void each_reached(const Grid& grid, Cell a, Visit visit) {
        begin(grid, a, a);
        spread(visit, [] { return false; });
    }

  private:
    static constexpr int ROW = 0, COL = 1;

    struct State {
        int turns = INT_MAX, steps = INT_MAX;
        friend constexpr auto operator<=>(const State&, const State&) = default;
    };
    struct Stamped {
        std::uint32_t search = 0;
        State state;
    };
    struct Arrival {
        Cell at;
        int axis;
    };

    static Cell step(Cell from, int axis, int way) {
        return axis == ROW ? cell(from.row, from.col + way) : cell(from.row + way, from.col);
    }

    Stamped& slot(Cell where, int axis) {
        const auto i = static_cast<std::size_t>((where.row + 1) * (grid_->cols() + 2) + where.col + 1);
        return states_[2 * i + static_cast<std::size_t>(axis)];
    }
    State at(Cell where, int axis) {
        const Stamped& found = slot(where, axis);
        return found.search == search_ ? found.state : State{};
    }
    bool seen(Cell where, int axis) { return slot(where, axis).search == search_; }
    void set(Cell where, int axis, State state) { slot(where, axis) = {search_, state}; }

    /// Whether a path may step from one cell to its neighbour; the two tiles themselves count as open.
    LLK_ALWAYS_INLINE bool passes(Cell from, Cell to) const {
        if (to == source_) return !(barred_ && from == target_);
        if (to == target_) return !(barred_ && from == source_);
        return grid_->open(to);
    }

    void begin(const Grid& grid, Cell source, Cell target) {
        grid_ = &grid;
        source_ = source;
        target_ = target;
        barred_ = !grid.rules().adjacent && touching(source, target);
        const auto size = static_cast<std::size_t>(2 * (grid.rows() + 2)) * static_cast<std::size_t>(grid.cols() + 2);
        if (states_.size() < size) states_.resize(size);
        if (++search_ != 0) return;
        std::ranges::fill(states_, Stamped{});  // all numbers were used
        search_ = 1;
    }

    void search(const Grid& grid, Cell source, Cell target) {
        begin(grid, source, target);
        spread([](Cell) {}, [this] { return seen(target_, ROW) || seen(target_, COL); });
    }

    /// Searches layer by layer, until the turn limit, until nothing new is reached, or until over() holds.
    template <class Visit, class Over>
    void spread(Visit visit, Over over) {
        next_ = {{source_, COL}, {source_, ROW}};
        for (int turns = 0; turns <= grid_->rules().max_turns && !next_.empty() && !over(); ++turns) {
            std::swap(now_, next_);
            next_.clear();
            for (const Arrival& arrival : now_)
                if (!seen(arrival.at, !arrival.axis)) walk(arrival.at, !arrival.axis, turns, visit);
        }
    }

    /// Walks the run through a cell along an axis and stores the fewest steps for all its cells.
    template <class Visit>
    void walk(Cell through, int axis, int turns, Visit visit) {
        Cell first = through;
        for (Cell to = step(first, axis, -1); passes(first, to); to = step(to, axis, -1)) first = to;
        const auto steps_at = [&](Cell where) {
            if (turns == 0) return where == source_ ? 0 : INT_MAX;
            const State crossing = at(where, !axis);
            return crossing.turns == turns - 1 ? crossing.steps : INT_MAX;
        };
        Cell last = first;
        int steps = INT_MAX;
        for (Cell here = first;; last = here, here = step(here, axis, 1)) {
            if (here != first && !passes(last, here)) break;
            steps = std::min(steps == INT_MAX ? INT_MAX : steps + 1, steps_at(here));
            set(here, axis, {turns, steps});
            next_.push_back({here, axis});
        }
        steps = INT_MAX;
        for (Cell here = last;; here = step(here, axis, -1)) {
            State& state = slot(here, axis).state;
            steps = std::min(steps == INT_MAX ? INT_MAX : steps + 1, state.steps);
            state.steps = steps;
            if (here == first) break;
        }
        visit_end(first, step(first, axis, -1), visit);
        visit_end(last, step(last, axis, 1), visit);
    }

    /// Visits the end of a run if it is a tile, not the rim or a wall.
    template <class Visit>
    void visit_end(Cell from, Cell end, Visit visit) const {
        if (!grid_->contains(end) || !Grid::is_tile(grid_->code(end))) return;
        if (from != source_ || grid_->rules().adjacent) visit(end);
    }

    const Grid* grid_ = nullptr;
    Cell source_{}, target_{};
    bool barred_ = false;  // the two tiles are adjacent and may not link directly
    std::uint32_t search_ = 0;
    std::vector<Stamped> states_;
    std::vector<Arrival> now_, next_;
};

/// Calls work(search). Each thread keeps one search, so that searching allocates nothing; the search of a large board
/// takes much memory and is freed afterwards.
template <class Grid, class Work>
auto with_runs(const Grid& grid, Work work) {
    if (grid.size() > 65'536) {
        Runs<Grid> own;
        return work(own);
    }
    thread_local Runs<Grid> kept;
    return work(kept);
}

}  // namespace llk
