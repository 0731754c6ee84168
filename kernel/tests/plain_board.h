// A board as a plain matrix, and checks of outcomes that share no code with the solvers: a simple search for paths, a
// search through all sequences of moves, and a check of the blocked sets that prove a loss.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "solve/search.h"
#include "tests/check.h"
#include "values/cell.h"
#include "values/kind_codes.h"
#include "values/random.h"
#include "values/rules.h"

namespace llk {

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

    /// Whether two cells link, by a layer of cells for each turn.
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

/// Tries all sequences of moves, each position once.
inline bool winnable(const Plain& board, std::map<std::vector<std::int32_t>, bool>& known) {
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
inline bool winnable(const Plain& board) {
    std::map<std::vector<std::int32_t>, bool> known;
    return winnable(board, known);
}

/// Whether blocked sets prove a loss. Each set means that one of its tiles goes with a partner that it links to on the
/// board of the set alone. Together with "each tile goes with one other of its kind" that must be impossible.
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

    /// Looks for pairs that satisfy all sets, starting with the set that has the fewest options.
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

/// Whether a sequence of legal moves clears a board.
inline bool clears(Plain board, const std::vector<Move>& moves) {
    for (const Move move : moves) {
        if (board.at(move.a) <= 0 || board.at(move.a) != board.at(move.b) || move.a == move.b) return false;
        if (!board.link(move.a, move.b)) return false;
        board = board.after(move);
    }
    return board.tiles().empty();
}

/// Checks everything that an outcome claims.
inline void check_outcome(const Plain& board, const Outcome& outcome, bool wins) {
    CHECK(outcome.winnable == (wins ? Winnable::yes : Winnable::no));
    CHECK((outcome.loss == Loss::none) == wins);
    if (outcome.winnable == Winnable::yes) CHECK(clears(board, outcome.moves));
    if (outcome.loss == Loss::blocked) CHECK(Refutation(board, outcome.blocked).holds());
    if (outcome.loss == Loss::odd || outcome.loss == Loss::walled_off) CHECK(outcome.tiles.size() % 2 == 1);
}

inline Plain from_text(std::string_view text, Rules rules = {}) {
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

inline Plain dealt(int rows, int cols, std::int32_t kinds, std::uint64_t seed, Rules rules = {}) {
    return {rows, cols, rules, scatter(static_cast<std::size_t>(rows * cols), kinds, seed)};
}

inline Rules random_rules(Random& random, Gravity gravity = Gravity::still) {
    constexpr int turns[] = {2, 2, 2, 2, 0, 1, 3, 4, UNLIMITED};
    return {.max_turns = turns[random.below(std::size(turns))],
            .outside = random.below(2) > 0,
            .adjacent = random.below(3) > 0,
            .gravity = gravity};
}

/// A board of up to 12 tiles, nearly always with even kinds, with some walls, voids and empty cells.
inline Plain random_board(Random& random) {
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

}  // namespace llk
