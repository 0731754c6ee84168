// Depth-first search for a win that never enters a lost position twice, and restarts before it is stuck in one part of
// the tree.
//
// Moves that finish a kind come first, then those that move no other tile; the rest is random. Every round has a new
// random order and more patience. Positions known to be lost are kept from round to round, so no round repeats another,
// and once all moves of the first position are lost, so is the position.
//
// *Removing a whole kind from the free side of its lines never hurts.* If lines pack along one axis, let P be a packed
// position, and Q the position after moves that moved no other tile and removed every tile of certain kinds. Those
// tiles were at the free sides, with only each other beyond them. Whatever is played in P, they never support another
// tile, so the other tiles are on the same cells as if the same moves, without those of these kinds, were played in Q,
// where fewer cells are blocked. So a win of P gives a win of Q, and if Q is lost, so is P.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "moves/gravity.h"
#include "solve/moving/dead_positions.h"
#include "solve/search.h"
#include "values/cell.h"
#include "values/hash.h"
#include "values/random.h"

namespace llk {

/// The search of one position: a state to play on, and the dead positions of this and earlier searches.
template <class State, class Dead = DeadPositions>
class DeadEndSearch {
  public:
    DeadEndSearch(State& state, Dead& dead, std::uint64_t seed, Budget& budget)
        : state_{state}, dead_{dead}, budget_{budget}, seed_{seed} {}

    /// Plays the next round from the current position of the state, with more patience than the last.
    Winnable play_next_round() {
        const std::uint64_t patience = patience_;
        patience_ += patience_ / 8;
        return try_once(patience);
    }

    /// Decides the current position of the state, unless `patience` positions die before or the budget is spent.
    Winnable try_once(std::uint64_t patience) {
        if (state_.tiles() == 0) return Winnable::yes;
        if (dead_.contains(state_.key())) return Winnable::no;
        ++round_;
        const Winnable found = play_round(patience);
        if (found == Winnable::unknown && !budget_.spent())  // a spent search is not used again
            while (!line_.empty()) leave();
        return found;
    }

    /// The moves from the first position to the current one: the win, if the search found one.
    std::vector<Move> line() const {
        std::vector<Move> moves;
        for (std::size_t i = 1; i < line_.size(); ++i) moves.push_back(line_[i].move);
        return moves;
    }

  private:
    static constexpr std::uint64_t FIRST_PATIENCE = 50;  // positions that may die in the first round
    static constexpr std::size_t MAX_KEPT = 64;      // the best moves kept at a position; others are listed again later
    static constexpr std::size_t MAX_LISTED = 4096;  // moves kept before they are thinned out
    static constexpr std::uint32_t FINISHES = 1000, MOVES_NOTHING = 100, RANDOM = 400;  // the rank of a move
    static constexpr std::uint32_t BEST_RANK = ~0u;
    static constexpr std::size_t LIST_COST = 100'000;  // of so many moves, as Budget counts work

    using Code = typename State::Code;

    struct Choice {
        std::uint32_t rank;
        Move move;
        PositionKey after;  // if the state foresees it
        friend bool operator<(const Choice& x, const Choice& y) {
            return x.rank != y.rank ? x.rank < y.rank : x.move < y.move;
        }
    };
    /// A position on the current line, and the move that led to it.
    struct Place {
        PositionKey key;
        Move move;
        Code kind;                           // of that move
        bool quiet;                          // that move moved no other tile
        bool more = false;                   // there are more moves than those kept
        std::size_t first;                   // where its choices begin; the best is last
        Choice tried = {BEST_RANK, {}, {}};  // the last choice
    };

    /// Plays until the board is clear, everything is tried, or `patience` positions have died.
    Winnable play_round(std::uint64_t patience) {
        if (!enter({}, 0, false)) return Winnable::unknown;
        while (state_.tiles() > 0) {
            Place& here = line_.back();
            if (choices_.size() == here.first && here.more) choose();
            if (choices_.size() == here.first) {
                go_back();
                if (line_.empty()) return Winnable::no;
                if (--patience == 0) return Winnable::unknown;
                continue;
            }
            here.tried = choices_.back();
            choices_.pop_back();
            if (!state_.foresees() || !dead_.contains(here.tried.after)) {
                if (!play(here.tried.move)) return Winnable::unknown;
            } else if (never_hurts(here.tried.move)) {
                give_up(here);
            }
        }
        return Winnable::yes;
    }

    /// Plays a move; false if the budget is spent.
    bool play(Move move) {
        const Code kind = state_.code(move.a);
        const bool moved = state_.play(move);
        return enter(move, kind, !moved && packs_one_way(state_.rules().gravity));
    }

    /// Appends the current position of the state to the line; false if the budget is spent.
    bool enter(Move move, Code kind, bool quiet) {
        line_.push_back({.key = state_.key(), .move = move, .kind = kind, .quiet = quiet, .first = choices_.size()});
        if (state_.tiles() == 0 || (!state_.foresees() && dead_.contains(line_.back().key))) return true;
        if (!budget_.spend()) return false;
        budget_.work(state_.step_cost());
        choose();
        return true;
    }

    /// Leaves a dead position, and those before it that differ only by whole kinds whose removal moved nothing.
    void go_back() {
        std::size_t last = line_.size() - 1;
        while (last > 0 && line_[last].quiet && state_.left(line_[last].kind) == 0) --last;
        while (line_.size() > last) {
            dead_.insert(line_.back().key);
            leave();
        }
    }

    void leave() {
        choices_.resize(line_.back().first);
        if (line_.size() > 1) {
            budget_.work(state_.step_cost());  // on a large board a long line takes long to leave
            state_.undo();
        }
        line_.pop_back();
    }

    void give_up(Place& here) {
        choices_.resize(here.first);
        here.more = false;
    }

    /// Whether a move removes the last tiles of a kind from the free side of their lines.
    bool never_hurts(Move move) const { return state_.left(state_.code(move.a)) == 2 && state_.moves_nothing(move); }

    /// Lists the best moves that rank below the last one tried, in order.
    void choose() {
        Place& here = line_.back();
        const std::uint64_t salt = mix(here.key.index ^ mix(seed_ + round_));
        here.more = false;
        state_.each_move(budget_, [&](Move move) {
            Choice choice{rank_move(move, salt), move, {}};
            if (!(choice < here.tried)) return;
            if (state_.foresees()) {
                choice.after = state_.key_after(move);
                dead_.prefetch(choice.after);
            }
            choices_.push_back(choice);
            if (choices_.size() - here.first < MAX_LISTED) return;
            budget_.work(LIST_COST);
            keep_best();
        });
        keep_best();
        std::sort(choices_.begin() + static_cast<std::ptrdiff_t>(here.first), choices_.end());
    }

    /// Drops the choices known to be dead, and all but the best of the others.
    void keep_best() {
        Place& here = line_.back();
        if (state_.foresees()) drop_dead();
        if (choices_.size() - here.first <= MAX_KEPT) return;
        here.more = true;
        const auto first = choices_.begin() + static_cast<std::ptrdiff_t>(here.first);
        const auto best = choices_.end() - static_cast<std::ptrdiff_t>(MAX_KEPT);
        std::nth_element(first, best, choices_.end());
        choices_.erase(first, best);
    }

    /// Drops the choices that lead to dead positions; drops all if one of those never hurts.
    void drop_dead() {
        Place& here = line_.back();
        std::size_t kept = here.first;
        for (std::size_t i = here.first; i < choices_.size(); ++i) {
            if (!dead_.contains(choices_[i].after))
                choices_[kept++] = choices_[i];
            else if (never_hurts(choices_[i].move))
                return give_up(here);
        }
        choices_.resize(kept);
    }

    /// The rank of a move in this round.
    std::uint32_t rank_move(Move move, std::uint64_t salt) const {
        const auto part = [](std::int16_t x) { return static_cast<std::uint64_t>(static_cast<std::uint16_t>(x)); };
        const std::uint64_t cells =
            part(move.a.row) << 48 | part(move.a.col) << 32 | part(move.b.row) << 16 | part(move.b.col);
        std::uint32_t rank = Random(salt ^ cells).below(RANDOM);
        if (state_.left(state_.code(move.a)) == 2) rank += FINISHES;
        if (state_.moves_nothing(move)) rank += MOVES_NOTHING;
        return rank;
    }

    State& state_;
    Dead& dead_;
    Budget& budget_;
    std::uint64_t seed_, round_ = 0, patience_ = FIRST_PATIENCE;
    std::vector<Place> line_;
    std::vector<Choice> choices_;  // of all positions of the line, concatenated
};

}  // namespace llk
