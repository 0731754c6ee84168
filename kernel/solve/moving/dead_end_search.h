// Depth-first search for a win that never enters a lost position twice, and starts anew before it gets lost in one
// corner.
//
// Moves that finish a kind come first, then those that move no other tile; the rest is chance. Every round has other
// chances and more patience. Positions known to be lost are kept from round to round, so a round never repeats another,
// and when all moves of the first position are lost, so is it.
//
// *Taking a whole kind off the free side of its lines never hurts.* Where lines pack along one axis, let P be a packed
// position and Q what is left of it after moves that moved no other tile and took every tile of certain kinds. Those
// tiles stood at the free sides, with none but each other beyond them. Whatever is played in P, they never hold up
// another tile, so the other tiles stand on the same cells as if the same moves, less those of these kinds, were played
// in Q, where fewer cells are blocked. So a win of P gives one of Q, and if Q is lost, P is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "solve/moving/dead_positions.h"
#include "solve/search.h"
#include "tracking/free_side.h"
#include "values/cell.h"
#include "values/hash.h"
#include "values/random.h"

namespace llk {

/// One question: a state to walk forwards and back, and the dead positions of this and of former questions.
template <class State>
class DeadEndSearch {
  public:
    DeadEndSearch(State& state, DeadStates& dead, std::uint64_t seed, Budget& budget)
        : state_{state}, dead_{dead}, budget_{budget}, seed_{seed} {}

    /// Plays the next round of the position that the state stands at; every round has more patience.
    Winnable play_next_round() {
        const std::uint64_t patience = patience_;
        patience_ += patience_ / 8;
        return try_once(patience);
    }

    /// Decides the position that the state stands at, unless so many others die before, or the budget is spent.
    Winnable try_once(std::uint64_t patience) {
        if (state_.tiles() == 0) return Winnable::yes;
        if (dead_.contains(state_.key())) return Winnable::no;
        ++round_;
        const Winnable found = play_round(patience);
        if (found == Winnable::unknown)
            while (!way_.empty()) leave();
        return found;
    }

    /// The moves from the position asked about to where the search stands: the win, where it found one.
    std::vector<Move> line() const {
        std::vector<Move> moves;
        for (std::size_t i = 1; i < way_.size(); ++i) moves.push_back(way_[i].move);
        return moves;
    }

  private:
    static constexpr std::uint64_t FIRST_PATIENCE = 50;  // positions that may die in the first round
    static constexpr std::size_t AT_ONCE = 64;     // of many moves only the best are kept, and the next found later
    static constexpr std::size_t TOO_MANY = 4096;  // choices at any time
    static constexpr std::uint32_t FINISHES = 1000, MOVES_NOTHING = 100, CHANCE = 400;  // what a move is worth
    static constexpr std::uint32_t BEST_RANK = ~0u;

    using Code = typename State::Code;

    struct Choice {
        std::uint32_t rank;
        Move move;
        PositionKey after;  // where the state foresees it
        friend bool operator<(const Choice& x, const Choice& y) {
            return x.rank != y.rank ? x.rank < y.rank : x.move < y.move;
        }
    };
    /// A position on the way, and the move that led there.
    struct Place {
        PositionKey key;
        Move move;
        Code kind;                           // of that move
        bool quiet;                          // that move moved no other tile
        bool more = false;                   // there are moves beyond those kept
        std::size_t first;                   // where its choices begin; the best is the last
        Choice tried = {BEST_RANK, {}, {}};  // the last one
    };

    /// Plays until the board is empty, until all is tried, or until so many positions have died.
    Winnable play_round(std::uint64_t patience) {
        if (!enter({}, 0, false)) return Winnable::unknown;
        while (state_.tiles() > 0) {
            Place& here = way_.back();
            if (choices_.size() == here.first && here.more) choose();
            if (choices_.size() == here.first) {
                go_back();
                if (way_.empty()) return Winnable::no;
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

    /// Plays a move; false where the budget is spent.
    bool play(Move move) {
        const Code kind = state_.code(move.a);
        const bool moved = state_.play(move);
        return enter(move, kind, !moved && FreeSide::known(state_.rules().gravity));
    }

    /// Makes the position that the state stands at the last of the way; false where the budget is spent.
    bool enter(Move move, Code kind, bool quiet) {
        way_.push_back({.key = state_.key(), .move = move, .kind = kind, .quiet = quiet, .first = choices_.size()});
        if (state_.tiles() == 0 || (!state_.foresees() && dead_.contains(way_.back().key))) return true;
        if (!budget_.spend()) return false;
        choose();
        return true;
    }

    /// Leaves a dead position, and those before it that are no better: whole kinds went, and moved nothing.
    void go_back() {
        std::size_t last = way_.size() - 1;
        while (last > 0 && way_[last].quiet && state_.left(way_[last].kind) == 0) --last;
        while (way_.size() > last) {
            dead_.insert(way_.back().key);
            leave();
        }
    }

    void leave() {
        choices_.resize(way_.back().first);
        if (way_.size() > 1) state_.undo();
        way_.pop_back();
    }

    void give_up(Place& here) {
        choices_.resize(here.first);
        here.more = false;
    }

    /// Whether a move takes the last tiles of a kind off the free side of their lines.
    bool never_hurts(Move move) const { return state_.left(state_.code(move.a)) == 2 && state_.moves_nothing(move); }

    /// Lists the best moves after the last one tried, in their order.
    void choose() {
        Place& here = way_.back();
        const std::uint64_t salt = mix(here.key.index ^ mix(seed_ + round_));
        here.more = false;
        state_.each_move(budget_, [&](Move move) {
            Choice choice{rank(move, salt), move, {}};
            if (!(choice < here.tried)) return;
            if (state_.foresees()) {
                choice.after = state_.key_after(move);
                dead_.expect(choice.after);
            }
            choices_.push_back(choice);
            if (choices_.size() - here.first == TOO_MANY) keep_best();
        });
        keep_best();
        std::sort(choices_.begin() + static_cast<std::ptrdiff_t>(here.first), choices_.end());
    }

    /// Drops the choices that are known to be dead, and of the others all but the best.
    void keep_best() {
        Place& here = way_.back();
        if (state_.foresees()) drop_dead();
        if (choices_.size() - here.first <= AT_ONCE) return;
        here.more = true;
        const auto first = choices_.begin() + static_cast<std::ptrdiff_t>(here.first);
        const auto best = choices_.end() - static_cast<std::ptrdiff_t>(AT_ONCE);
        std::nth_element(first, best, choices_.end());
        choices_.erase(first, best);
    }

    /// Drops the choices that lead to dead positions; all, where one of these would not have hurt.
    void drop_dead() {
        Place& here = way_.back();
        std::size_t kept = here.first;
        for (std::size_t i = here.first; i < choices_.size(); ++i) {
            if (!dead_.contains(choices_[i].after))
                choices_[kept++] = choices_[i];
            else if (never_hurts(choices_[i].move))
                return give_up(here);
        }
        choices_.resize(kept);
    }

    /// What a move is worth in this round.
    std::uint32_t rank(Move move, std::uint64_t salt) const {
        const auto part = [](std::int16_t x) { return static_cast<std::uint64_t>(static_cast<std::uint16_t>(x)); };
        const std::uint64_t cells =
            part(move.a.row) << 48 | part(move.a.col) << 32 | part(move.b.row) << 16 | part(move.b.col);
        std::uint32_t worth = Random(salt ^ cells).below(CHANCE);
        if (state_.left(state_.code(move.a)) == 2) worth += FINISHES;
        if (state_.moves_nothing(move)) worth += MOVES_NOTHING;
        return worth;
    }

    State& state_;
    DeadStates& dead_;
    Budget& budget_;
    std::uint64_t seed_, round_ = 0, patience_ = FIRST_PATIENCE;
    std::vector<Place> way_;
    std::vector<Choice> choices_;  // of all positions on the way, one after the other
};

}  // namespace llk
