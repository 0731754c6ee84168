// A position that one steps forwards and back, and that keeps its list of moves.
//
// Where nothing moves but the two tiles that go, a link once there stays until its tiles go. So a step keeps the old
// moves but those of the two tiles, and looks only for links through the two cells that opened. Such a link either
// has one end in straight sight of an opened cell, or crosses it on its middle stretch, and then both its ends see the
// row or the column of that cell. Where tiles slide, or paths have more than two turns, the list is made anew.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "cell.h"
#include "link.h"
#include "moves.h"
#include "pack.h"
#include "wide.h"

namespace llk {

template <class Grid>
class Position {
  public:
    explicit Position(Grid grid) : grid_{std::move(grid)}, maintained_{can_maintain(grid_)}, starts_{0} {
        list_moves(grid_, moves_);
        if (maintained_) tiles_by_kind();
    }

    const Grid& grid() const { return grid_; }
    int depth() const { return static_cast<int>(steps_.size()); }
    Move last() const { return steps_.back().move; }

    /// The moves there are, by kind and in reading order within a kind.
    std::span<const Move> moves() const { return std::span{moves_}.subspan(starts_.back()); }

    /// Plays a move that links.
    void play(Move move) {
        const auto kind = grid_.code(move.a);
        steps_.push_back({move, kind});
        if (!maintained_) {
            before_.push_back(grid_);
            grid_.remove(move.a);
            grid_.remove(move.b);
            pack(grid_);
            std::vector<Move> all;
            list_moves(grid_, all);
            starts_.push_back(moves_.size());
            moves_.insert(moves_.end(), all.begin(), all.end());
            return;
        }
        grid_.remove(move.a);
        grid_.remove(move.b);
        found_.clear();
        look_through(move.a);
        look_through(move.b);
        merge(move);
    }

    /// Takes the last move back.
    void undo() {
        const auto [move, kind] = steps_.back();
        steps_.pop_back();
        moves_.resize(starts_.back());
        starts_.pop_back();
        if (maintained_) {
            grid_.restore(move.b, kind);
            grid_.restore(move.a, kind);
        } else {
            grid_ = std::move(before_.back());
            before_.pop_back();
        }
    }

  private:
    using Code = typename Grid::Code;

    struct Step {
        Move move;
        Code kind;
    };

    /// A move with the key that it is sorted by.
    struct Found {
        Code kind;
        Move move;
        friend auto operator<=>(const Found&, const Found&) = default;
    };

    static bool can_maintain(const Grid& grid) {
        return grid.rules().gravity == Gravity::still && grid.rules().max_turns <= 2;
    }

    void tiles_by_kind() {
        const auto& starts = grid_.palette().starts;
        tiles_.resize(starts.back());
        auto next = starts;
        for (std::size_t i = 0; i < grid_.size(); ++i)
            if (const auto kind = grid_.code(i); Grid::is_tile(kind)) tiles_[next[kind]++] = grid_.place(i);
        ends_ = std::move(next);
    }

    /// The tile that ends the empty run from a cell in one direction, if a tile does.
    std::optional<Cell> sight(Cell from, int down, int across) const {
        Cell at = cell(from.row + down, from.col + across);
        while (grid_.open(at)) at = cell(at.row + down, at.col + across);
        if (grid_.contains(at) && Grid::is_tile(grid_.code(at))) return at;
        return std::nullopt;
    }

    void look_through(Cell opened) {
        for (const auto& [down, across] : {std::pair{0, 1}, {0, -1}, {1, 0}, {-1, 0}}) {
            if (const auto seer = sight(opened, down, across)) {
                const auto kind = grid_.code(*seer);
                for (auto i = grid_.palette().starts[kind]; i < ends_[kind]; ++i)
                    if (tiles_[i] != *seer && grid_.code(tiles_[i]) == kind) test(kind, *seer, tiles_[i]);
            }
        }
        look_along(opened, 0, 1);
        look_along(opened, 1, 0);
    }

    /// Pairs that see the run through the opened cell from the side, one before the cell and one after it.
    void look_along(Cell opened, int down, int across) {
        beside_.clear();
        see_beside(opened, -down, -across);
        const std::size_t half = beside_.size();
        see_beside(opened, down, across);
        for (std::size_t i = 0; i < half; ++i)
            for (std::size_t j = half; j < beside_.size(); ++j)
                if (beside_[i].kind == beside_[j].kind) test(beside_[i].kind, beside_[i].at, beside_[j].at);
    }

    void see_beside(Cell opened, int down, int across) {
        for (Cell at = cell(opened.row + down, opened.col + across); grid_.open(at);
             at = cell(at.row + down, at.col + across)) {
            for (const int way : {-1, 1})
                if (const auto seen = sight(at, way * across, way * down))
                    beside_.push_back({grid_.code(*seen), *seen});
        }
    }

    void test(Code kind, Cell a, Cell b) {
        if (linkable(grid_, a, b)) found_.push_back({kind, move_of(a, b)});
    }

    /// Writes the list after the step: what stays of the old one and what was found, in order and without doubles.
    void merge(Move played) {
        std::ranges::sort(found_);
        const auto doubles = std::ranges::unique(found_);
        found_.erase(doubles.begin(), doubles.end());
        const std::size_t from = starts_.back(), to = moves_.size();
        starts_.push_back(to);
        moves_.reserve(moves_.size() + (to - from) + found_.size());
        auto next = found_.begin();
        for (std::size_t i = from; i < to; ++i) {
            const Move move = moves_[i];
            if (move.a == played.a || move.a == played.b || move.b == played.a || move.b == played.b) continue;
            const Found old{grid_.code(move.a), move};
            while (next != found_.end() && *next < old) moves_.push_back((next++)->move);
            if (next != found_.end() && *next == old) ++next;
            moves_.push_back(move);
        }
        for (; next != found_.end(); ++next) moves_.push_back(next->move);
    }

    struct Seen {
        Code kind;
        Cell at;
    };

    Grid grid_;
    bool maintained_;
    std::vector<Step> steps_;
    std::vector<Grid> before_;         // where tiles slide: the grids to go back to
    std::vector<Move> moves_;          // the list of every step, one after the other
    std::vector<std::size_t> starts_;  // where each step's list begins
    std::vector<Cell> tiles_;          // by kind; those already gone are passed over
    std::vector<std::uint32_t> ends_;  // where each kind's tiles end
    std::vector<Found> found_;         // links through the cells that a step opened
    std::vector<Seen> beside_;
};

/// The number of move sequences of a given length; asks now and then whether to go on.
template <class Grid, class GoOn>
std::uint64_t perft(Position<Grid>& position, int depth, GoOn go_on) {
    if (depth == 0) return 1;
    if (depth == 1) return position.moves().size();
    std::uint64_t count = 0;
    const std::size_t moves = position.moves().size();
    for (std::size_t i = 0; i < moves; ++i) {
        go_on();
        position.play(position.moves()[i]);
        count += perft(position, depth - 1, go_on);
        position.undo();
    }
    return count;
}

}  // namespace llk
