// The solver of boards on which nothing moves, against code that shares nothing with it: a plain search for paths, a
// search through all lines of play, and a check of the blocked sets that prove a loss.
#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "grid/grid.h"
#include "paths/link.h"
#include "solve/still/occupancy.h"
#include "solve/still/still_search.h"
#include "tests/check.h"
#include "values/random.h"

using namespace llk;

namespace {

using SmallGrid = Grid<std::uint32_t>;
using MiddleGrid = Grid<std::uint64_t>;
using SmallSolver = StillSearch<SmallGrid, Field<std::uint32_t>>;
using MiddleSolver = StillSearch<MiddleGrid, Field<std::uint64_t>>;

/// A board as a plain matrix.
struct Plain {
    int rows, cols;
    Rules rules;
    std::vector<std::int32_t> cells;

    std::int32_t at(Cell place) const {
        const bool inside = 0 <= place.row && place.row < rows && 0 <= place.col && place.col < cols;
        if (inside) return cells[static_cast<std::size_t>(place.row * cols + place.col)];
        const bool ring = -1 <= place.row && place.row <= rows && -1 <= place.col && place.col <= cols;
        return ring && rules.outside ? EMPTY : WALL;
    }
    void clear(Cell place) { cells[static_cast<std::size_t>(place.row * cols + place.col)] = EMPTY; }
    std::vector<Cell> tiles() const {
        std::vector<Cell> found;
        for (int r = 0; r < rows; ++r)
            for (int c = 0; c < cols; ++c)
                if (at(cell(r, c)) > 0) found.push_back(cell(r, c));
        return found;
    }
    template <class Grid>
    Grid grid() const {
        return Grid(rows, cols, rules, 0, cells);
    }

    /// Whether two places link, by a layer of cells for each turn.
    bool link(Cell a, Cell b) const {
        std::vector<int> met(static_cast<std::size_t>((rows + 2) * (cols + 2)));
        std::vector<Cell> layer{a};
        for (int turns = 0; turns <= rules.max_turns && !layer.empty(); ++turns) {
            std::vector<Cell> next;
            for (const Cell from : layer)
                for (const Cell step : {cell(0, 1), cell(1, 0), cell(0, -1), cell(-1, 0)})
                    for (Cell to = cell(from.row + step.row, from.col + step.col);;
                         to = cell(to.row + step.row, to.col + step.col)) {
                        const bool direct = from == a && touching(a, to);
                        if (to == b && (rules.adjacent || !direct)) return true;
                        if (to == a || to == b || at(to) != EMPTY) break;
                        int& seen = met[static_cast<std::size_t>((to.row + 1) * (cols + 2) + to.col + 1)];
                        if (!seen) next.push_back(to);
                        seen = 1;
                    }
            layer = next;
        }
        return false;
    }
    std::vector<Move> moves() const {
        std::vector<Move> found;
        const std::vector<Cell> all = tiles();
        for (std::size_t i = 0; i < all.size(); ++i)
            for (std::size_t j = i + 1; j < all.size(); ++j)
                if (at(all[i]) == at(all[j]) && link(all[i], all[j])) found.push_back({all[i], all[j]});
        return found;
    }
    Plain after(Move move) const {
        Plain next = *this;
        next.clear(move.a);
        next.clear(move.b);
        return next;
    }
};

/// All lines of play, each position once.
bool winnable(const Plain& board, std::map<std::vector<std::int32_t>, bool>& known) {
    if (board.tiles().empty()) return true;
    if (const auto found = known.find(board.cells); found != known.end()) return found->second;
    bool wins = false;
    for (const Move move : board.moves())
        if (winnable(board.after(move), known)) {
            wins = true;
            break;
        }
    return known[board.cells] = wins;
}
bool winnable(const Plain& board) {
    std::map<std::vector<std::int32_t>, bool> known;
    return winnable(board, known);
}

/// Whether blocked sets prove a loss. Each says: of its tiles, one goes with a partner that it links to where nothing
/// outside the set stands. Together with "each tile goes with one other of its kind" that must be impossible.
class Refutation {
  public:
    Refutation(const Plain& board, const std::vector<std::vector<Cell>>& sets) : tiles_{board.tiles()} {
        taken_.resize(tiles_.size());
        for (const auto& set : sets) {
            Plain only = board;
            for (const Cell tile : tiles_)
                if (std::ranges::find(set, tile) == set.end()) only.clear(tile);
            std::vector<Ends> clause;
            for (std::size_t a = 0; a < tiles_.size(); ++a)
                for (std::size_t b = 0; b < tiles_.size(); ++b) {
                    if (a == b || board.at(tiles_[a]) != board.at(tiles_[b])) continue;
                    if (only.at(tiles_[a]) == EMPTY || !only.link(tiles_[a], tiles_[b])) continue;
                    clause.push_back({std::min(a, b), std::max(a, b)});
                }
            std::ranges::sort(clause);
            const auto repeated = std::ranges::unique(clause);
            clause.erase(repeated.begin(), repeated.end());
            clauses_.push_back(clause);
        }
    }

    /// Looks for pairs that satisfy all sets, at the set with the fewest possibilities first.
    bool holds() {
        const std::vector<Ends>* fewest = nullptr;
        std::vector<Ends> best;
        for (const auto& clause : clauses_) {
            if (std::ranges::any_of(clause, [&](Ends pair) { return taken_[pair.first] == pair.second + 1; })) continue;
            std::vector<Ends> open;
            std::ranges::copy_if(clause, std::back_inserter(open), [&](Ends pair) {
                return !taken_[pair.first] && !taken_[pair.second] && !ruled_out_[pair];
            });
            if (fewest && open.size() >= best.size()) continue;
            fewest = &clause;
            best = open;
        }
        if (!fewest) return false;
        bool refuted = true;
        for (const Ends& pair : best) {
            taken_[pair.first] = pair.second + 1;
            taken_[pair.second] = pair.first + 1;
            refuted &= holds();
            taken_[pair.first] = taken_[pair.second] = 0;
            if (!refuted) break;
            ++ruled_out_[pair];
        }
        for (const Ends& pair : best)
            if (ruled_out_[pair]) --ruled_out_[pair];
        return refuted;
    }

  private:
    using Ends = std::pair<std::size_t, std::size_t>;
    std::vector<Cell> tiles_;
    std::vector<std::vector<Ends>> clauses_;
    std::vector<std::size_t> taken_;  // by tile: its partner's number plus one
    std::map<Ends, int> ruled_out_;
};

/// Whether moves clear a board by the rules.
bool clears(Plain board, const std::vector<Move>& moves) {
    for (const Move move : moves) {
        if (board.at(move.a) <= 0 || board.at(move.a) != board.at(move.b) || move.a == move.b) return false;
        if (!board.link(move.a, move.b)) return false;
        board = board.after(move);
    }
    return board.tiles().empty();
}

/// Checks whatever an outcome claims.
void check_outcome(const Plain& board, const Outcome& outcome, bool wins) {
    CHECK(outcome.winnable == (wins ? Winnable::yes : Winnable::no));
    CHECK((outcome.loss == Loss::none) == wins);
    if (outcome.winnable == Winnable::yes) CHECK(clears(board, outcome.moves));
    if (outcome.loss == Loss::blocked) CHECK(Refutation(board, outcome.blocked).holds());
    if (outcome.loss == Loss::odd || outcome.loss == Loss::walled_off) CHECK(outcome.tiles.size() % 2 == 1);
}

Plain from_text(std::string_view text, Rules rules = {}) {
    Plain board{1, 0, rules, {}};
    for (const char sign : text) {
        if (sign == '/') {
            ++board.rows;
        } else {
            board.cells.push_back(sign == '.' ? EMPTY : sign == '#' ? WALL : sign - 'A' + 1);
        }
    }
    board.cols = static_cast<int>(board.cells.size()) / board.rows;
    return board;
}

Plain dealt(int rows, int cols, std::int32_t kinds, std::uint64_t seed, Rules rules = {}) {
    return {rows, cols, rules, scatter(static_cast<std::size_t>(rows * cols), kinds, seed)};
}

Rules random_rules(Random& random) {
    const std::uint32_t turns = random.below(8);
    return {.max_turns = turns < 4    ? 2
                         : turns == 7 ? UNLIMITED
                         : turns == 6 ? 3
                                      : static_cast<int>(turns) - 4,
            .outside = random.below(2) > 0,
            .adjacent = random.below(3) > 0};
}

/// A board of up to 12 tiles, nearly always with even kinds, with some walls, voids and empty cells.
Plain random_board(Random& random) {
    Plain board{1 + static_cast<int>(random.below(4)), 1 + static_cast<int>(random.below(5)), random_rules(random), {}};
    const auto places = static_cast<std::size_t>(board.rows * board.cols);
    const std::size_t pairs = std::min<std::size_t>(places, 12) / 2;
    const std::uint32_t kinds = 1 + random.below(4);
    for (std::size_t i = 0; i < pairs; ++i)
        board.cells.insert(board.cells.end(), 2, 1 + static_cast<std::int32_t>(random.below(kinds)));
    while (board.cells.size() < places) board.cells.push_back(static_cast<std::int32_t>(random.below(3)) - 2);
    if (random.below(20) == 0) board.cells.front() = 1;
    random.shuffle(board.cells);
    return board;
}

template <class Solver>
Outcome solve(Solver& solver, const std::vector<Move>& played = {}) {
    Budget budget;
    return solver.solve(played, budget);
}
Outcome solve_anew(const Plain& board) {
    SmallSolver solver(board.grid<SmallGrid>());
    return solve(solver);
}

}  // namespace

TEST(still_small_boards_against_all_lines_of_play) {
    Random random(1);
    for (int i = 0; i < 1500; ++i) {
        const Plain board = random_board(random);
        check_outcome(board, solve_anew(board), winnable(board));
    }
}

TEST(still_larger_grids_give_the_same_answers) {
    Random random(2);
    for (int i = 0; i < 150; ++i) {
        const Plain board = random_board(random);
        MiddleSolver solver(board.grid<MiddleGrid>());
        check_outcome(board, solve(solver), winnable(board));
    }
}

/// One solver is asked about many positions of a game, and says what a new one says about each.
TEST(still_questions_after_moves) {
    Random random(3);
    for (int i = 0; i < 120; ++i) {
        const Plain board = random_board(random);
        SmallSolver solver(board.grid<SmallGrid>());
        for (int game = 0; game < 4; ++game) {
            Plain now = board;
            std::vector<Move> played;
            for (;;) {
                const Outcome outcome = solve(solver, played), anew = solve_anew(now);
                CHECK(outcome.winnable == anew.winnable);
                check_outcome(now, anew, winnable(now));
                if (outcome.winnable == Winnable::yes) CHECK(clears(now, outcome.moves));
                const std::vector<Move> moves = now.moves();
                if (moves.empty()) break;
                played.push_back(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
                now = now.after(played.back());
            }
        }
    }
}

/// The same where much is learnt on the way, from large boards to small positions and back.
TEST(still_questions_after_moves_on_a_large_board) {
    Random random(4);
    for (const std::uint64_t seed : {91, 178}) {
        const Plain board = dealt(8, 18, 36, seed);
        SmallSolver solver(board.grid<SmallGrid>());
        CHECK(solve(solver).winnable == Winnable::yes);
        for (int game = 0; game < 2; ++game) {
            Plain now = board;
            std::vector<Move> played;
            for (std::vector<Move> moves = now.moves(); !moves.empty(); moves = now.moves()) {
                played.push_back(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
                now = now.after(played.back());
                if (played.size() % 8 != 0) continue;
                const Outcome outcome = solve(solver, played);
                CHECK(outcome.winnable == solve_anew(now).winnable);
                if (outcome.winnable == Winnable::yes) CHECK(clears(now, outcome.moves));
            }
        }
        CHECK(solve(solver).winnable == Winnable::yes);
    }
}

TEST(still_field_links_as_the_grid_does) {
    Random random(5);
    const auto compare = [&]<class Word>(Word) {
        for (int i = 0; i < 60; ++i) {
            const int rows = 1 + static_cast<int>(random.below(9)), cols = 1 + static_cast<int>(random.below(9));
            Plain board{rows, cols, random_rules(random), {}};
            for (int at = 0; at < rows * cols; ++at)
                board.cells.push_back(random.below(12) == 0 ? WALL : static_cast<std::int32_t>(random.below(3)));
            auto grid = board.grid<Grid<Word>>();
            Field<Word> field(grid);
            std::vector<Cell> tiles = board.tiles();
            random.shuffle(tiles);
            for (; tiles.size() >= 2; tiles.pop_back()) {
                for (int tries = 0; tries < 10; ++tries) {
                    const Cell a = tiles[random.below(static_cast<std::uint32_t>(tiles.size()))];
                    const Cell b = tiles[random.below(static_cast<std::uint32_t>(tiles.size()))];
                    if (a == b) continue;
                    CHECK(field.link(a, b) == linkable(grid, a, b));
                    CHECK(field.link(a, b) == board.link(a, b));
                }
                field.remove(tiles.back());
                grid.remove(tiles.back());
                board.clear(tiles.back());
            }
        }
    };
    compare(std::uint32_t{});
    compare(std::uint64_t{});
}

TEST(still_boards_worth_knowing) {
    const auto safe_moves = [](const Plain& board) {
        return std::ranges::count_if(
            board.moves(), [&](Move move) { return solve_anew(board.after(move)).winnable == Winnable::yes; });
    };
    const auto check = [&](std::string_view text, bool wins, std::size_t moves, std::ptrdiff_t safe, Rules rules = {}) {
        const Plain board = from_text(text, rules);
        check_outcome(board, solve_anew(board), wins);
        CHECK(board.moves().size() == moves && safe_moves(board) == safe);
    };
    check("AB/BA", false, 0, 0);
    check("ABC/ACB", false, 1, 0);
    check("AAB/ABA", true, 3, 2);
    check("AAAB/ACDA/BACD", true, 4, 1);
    for (const std::string_view text : {"AA/AB/BA", "AAAB/ACDA/CABD"}) {
        const Plain board = from_text(text);
        check_outcome(board, solve_anew(board), winnable(board));
    }
    CHECK(solve_anew(from_text("AA/AB/BA")).winnable == Winnable::yes);
    CHECK(solve_anew(from_text("AAAB/ACDA/CABD")).winnable == Winnable::no);
    const Rules no_ring{.outside = false};
    check_outcome(from_text("ABAAAB", no_ring), solve_anew(from_text("ABAAAB", no_ring)), false);
    check_outcome(from_text("..."), solve_anew(from_text("...")), true);
}

TEST(still_deals_worth_knowing) {
    for (const std::uint64_t seed : {68, 144})
        check_outcome(dealt(8, 8, 16, seed), solve_anew(dealt(8, 8, 16, seed)), false);
    check_outcome(dealt(8, 18, 36, 91), solve_anew(dealt(8, 18, 36, 91)), true);
    int lost = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        const Plain board = dealt(8, 18, 36, seed);
        const Outcome outcome = solve_anew(board);
        check_outcome(board, outcome, outcome.winnable == Winnable::yes);
        lost += outcome.winnable == Winnable::no;
    }
    CHECK(lost == 11);
}

TEST(still_same_question_same_work) {
    for (const std::uint64_t seed : {91, 178, 380}) {
        std::uint64_t nodes[2];
        for (std::uint64_t& count : nodes) {
            SmallSolver solver(dealt(8, 18, 36, seed).grid<SmallGrid>());
            Budget budget;
            solver.solve({}, budget);
            count = budget.nodes();
        }
        CHECK(nodes[0] == nodes[1] && nodes[0] > 50);
    }
}

/// A search that was cut short, or thrown out of, goes on where it was.
TEST(still_goes_on_after_an_end) {
    const Plain board = dealt(8, 18, 36, 178);
    SmallSolver solver(board.grid<SmallGrid>());
    for (std::uint64_t nodes = 0; nodes < 40; nodes += 13) {
        Budget budget(nodes);
        CHECK(solver.solve({}, budget).winnable == Winnable::unknown);
        CHECK(budget.nodes() == nodes && budget.spent());
    }
    Budget no_time(Budget::NO_LIMIT, 0.0);
    CHECK(solver.solve({}, no_time).winnable == Winnable::unknown);
    bool thrown = false;
    try {
        Budget budget(Budget::NO_LIMIT, 100, [] { throw std::runtime_error("enough"); });
        solver.solve({}, budget);
    } catch (const std::runtime_error&) {
        thrown = true;
    }
    CHECK(thrown);
    check_outcome(board, solve(solver), true);
    CHECK(solver.bytes() > 10'000 && solver.bytes() < 10'000'000);
}

/// Boards whose lines fill their words to the last bit.
TEST(still_at_full_width) {
    const auto check = [](auto& solver, const Plain& board) {
        const Outcome outcome = solve(solver);
        check_outcome(board, outcome, outcome.winnable == Winnable::yes);
    };
    for (const bool ring : {true, false})
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            const Rules rules{.outside = ring};
            for (const Plain& board : {dealt(3, 30, 15, seed, rules), dealt(30, 3, 15, seed, rules)}) {
                SmallSolver solver(board.grid<SmallGrid>());
                check(solver, board);
            }
            for (const Plain& board : {dealt(2, 62, 15, seed, rules), dealt(62, 2, 15, seed, rules)}) {
                MiddleSolver solver(board.grid<MiddleGrid>());
                check(solver, board);
            }
        }
}

/// More pairs than the search takes: the counts are all there is.
TEST(still_too_many_pairs) {
    const Plain board = dealt(46, 46, 1, 1);
    MiddleSolver solver(board.grid<MiddleGrid>());
    CHECK(Pairs::count_in(board.grid<MiddleGrid>()) > Pairs::MAX_PAIRS);
    CHECK(solve(solver).winnable == Winnable::unknown);
}
