// Whether a board whose tiles move after a removal can be won: depth-first search that remembers dead positions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "cell.h"
#include "dead_states.h"
#include "free_side.h"
#include "grid_state.h"
#include "line_state.h"
#include "link.h"
#include "pack.h"
#include "search.h"

namespace llk {

struct Knobs {
    int finish = 1000, quiet = 100, noise = 400, shift = 0, first = 50, pair = 0;
    bool jump = true;
};
inline Knobs knobs;

/// One question to the search: a state to walk up and down, and the dead positions of all questions so far.
template <class State>
class DeadEndSearch {
  public:
    DeadEndSearch(State& state, DeadStates& dead, std::uint64_t seed, Budget& budget)
        : state_{state}, dead_{dead}, seed_{seed}, budget_{budget} {}

    /// Searches with ever more patience before it starts anew; the dead positions stay.
    Winnable run() {
        if (state_.tiles() == 0) return Winnable::yes;
        if (dead_.contains(state_.key())) return Winnable::no;
        for (std::uint64_t patience = static_cast<std::uint64_t>(knobs.first);; patience += patience / 8, ++round_) {
            const Winnable found = descend(patience);
            if (found != Winnable::unknown || budget_.spent()) return found;
            while (!frames_.empty()) leave();
        }
    }

    /// The moves from the position asked about to where the search stands.
    std::vector<Move> line() const {
        std::vector<Move> moves;
        for (std::size_t i = 1; i < frames_.size(); ++i) moves.push_back(frames_[i].move);
        return moves;
    }

  private:
    static constexpr std::size_t AT_ONCE = 64;  // of many moves only the best are kept; the others are found again

    struct Choice {
        std::uint32_t rank;
        Move move;
        PositionKey after;  // where the state foresees it
        friend bool operator<(const Choice& x, const Choice& y) {
            return x.rank != y.rank ? x.rank < y.rank : x.move < y.move;
        }
    };
    /// A position on the way, and the move that led there.
    struct Frame {
        Move move;
        typename State::Code kind;  // of that move
        bool quiet;                 // that move moved no other tile
        bool more;                  // there are moves beyond those kept
        std::size_t first;          // where its choices begin
        Choice last;                // the last one tried
        PositionKey key;
    };

    /// Plays until the board is empty, until all is tried, or until so many positions have died.
    Winnable descend(std::uint64_t patience) {
        if (!enter({}, 0, false)) return Winnable::unknown;
        for (std::uint64_t deaths = 0;;) {
            Frame& here = frames_.back();
            if (choices_.size() == here.first && here.more) choose();
            if (choices_.size() == here.first) {
                if (!die()) return Winnable::no;
                if (++deaths >= patience) return Winnable::unknown;
                continue;
            }
            here.last = choices_.back();
            choices_.pop_back();
            const Move move = here.last.move;
            const auto kind = state_.code(move.a);
            if (state_.foresees() && dead_.contains(here.last.after)) {
                if (safe(move)) choices_.resize(here.first), here.more = false;
                continue;
            }
            const bool quiet = !state_.play(move) && FreeSide::known(state_.rules().gravity);
            if (!enter(move, kind, quiet)) return Winnable::unknown;
            if (state_.tiles() == 0) return Winnable::yes;
        }
    }

    /// Makes the position that the state stands at the last of the way; false where the budget is spent.
    bool enter(Move move, typename State::Code kind, bool quiet) {
        frames_.push_back({move, kind, quiet, false, choices_.size(), {}, state_.key()});
        if (state_.tiles() == 0 || (frames_.size() > 1 && dead_.contains(frames_.back().key))) return true;
        if (!budget_.spend()) return false;
        frames_.back().last.rank = ~0u;
        choose();
        return true;
    }

    /// Goes back from a dead position, and from those before it that are no better; false where none is left.
    bool die() {
        bool again = true;
        std::size_t depth = frames_.size();
        std::size_t to = depth;
        if (knobs.jump)
            while (to > 1 && frames_[to - 1].quiet && state_.left(frames_[to - 1].kind) == 0) --to;
        while (again && frames_.size() >= to) {
            dead_.insert(frames_.back().key);
            leave();
            again = !frames_.empty();
        }
        return again;
    }

    void leave() {
        choices_.resize(frames_.back().first);
        if (frames_.size() > 1) state_.undo();
        frames_.pop_back();
    }

    /// Lists the best moves after the last one tried, the best at the end.
    void choose() {
        Frame& here = frames_.back();
        const std::uint64_t salt = mix(here.key.index ^ seed_ ^ (round_ * 0x9e3779b97f4a7c15ULL));
        here.more = false;
        state_.each_move([&](Move move) {
            Choice choice{rank(move, salt), move, {}};
            if (!(choice < here.last)) return;
            if (state_.foresees()) {
                choice.after = state_.key_after(move);
                dead_.expect(choice.after);
            }
            choices_.push_back(choice);
        });
        drop_dead();
        const auto first = choices_.begin() + static_cast<std::ptrdiff_t>(here.first);
        if (choices_.size() - here.first > AT_ONCE) {
            const auto cut = choices_.end() - static_cast<std::ptrdiff_t>(AT_ONCE);
            std::nth_element(first, cut, choices_.end());
            choices_.erase(first, cut);
            here.more = true;
        }
        std::sort(choices_.begin() + static_cast<std::ptrdiff_t>(here.first), choices_.end());
    }

    bool safe(Move move) const { return knobs.jump && state_.left(state_.code(move.a)) == 2 && state_.moves_nothing(move); }

    void drop_dead() {
        if (!state_.foresees()) return;
        Frame& here = frames_.back();
        std::size_t kept = here.first;
        for (std::size_t i = here.first; i < choices_.size(); ++i) {
            if (!dead_.contains(choices_[i].after)) {
                choices_[kept++] = choices_[i];
            } else if (safe(choices_[i].move)) {
                kept = here.first;
                break;
            }
        }
        choices_.resize(kept);
    }

    std::uint32_t rank(Move move, std::uint64_t salt) const {
        int score = 0;
        const auto kind = state_.code(move.a);
        if (state_.left(kind) == 2) score += knobs.finish;
        if (state_.moves_nothing(move)) score += knobs.quiet;
        const std::uint64_t place = static_cast<std::uint64_t>(static_cast<std::uint16_t>(move.a.row)) << 48 |
                                    static_cast<std::uint64_t>(static_cast<std::uint16_t>(move.a.col)) << 32 |
                                    static_cast<std::uint64_t>(static_cast<std::uint16_t>(move.b.row)) << 16 |
                                    static_cast<std::uint16_t>(move.b.col);
        if (knobs.noise)
            score += static_cast<int>((mix(salt ^ place) >> 32) * static_cast<std::uint64_t>(knobs.noise) >> 32);
        return static_cast<std::uint32_t>(score + (1 << 20));
    }

    State& state_;
    DeadStates& dead_;
    std::uint64_t seed_;
    Budget& budget_;
    std::uint64_t round_ = 0;
    std::vector<Frame> frames_;
    std::vector<Choice> choices_;  // of all positions on the way, one after the other
};

template <class GridType>
class MovingSearch final : public Solver {
  public:
    MovingSearch(const GridType& grid, std::uint64_t seed) : root_{grid}, seed_{seed} {}

    Outcome solve(std::span<const Move> played, Budget& budget) override {
        GridType now = root_;
        for (const Move move : played) play(now, move);
        Outcome outcome;
        if (find_odd(now, outcome)) return outcome;
        if constexpr (requires { typename GridType::Word; }) {
            if (plain(now.rules())) return search<LineState<typename GridType::Word>>(now, budget);
        }
        return search<GridState<GridType>>(now, budget);
    }

    std::size_t bytes() const override { return sizeof *this + root_.bytes() + dead_.bytes(); }

  private:
    static void play(GridType& grid, Move move) {
        grid.remove(move.a);
        grid.remove(move.b);
        pack(grid);
    }

    template <class State>
    Outcome search(const GridType& now, Budget& budget) {
        State state{now};
        DeadEndSearch<State> search{state, dead_, seed_, budget};
        Outcome outcome;
        outcome.winnable = search.run();
        if (outcome.winnable == Winnable::no) outcome.loss = Loss::exhausted;
        if (outcome.winnable == Winnable::yes) {
            outcome.moves = search.line();
            if (!wins(now, outcome.moves)) throw std::logic_error("the search found a win that is none");
        }
        return outcome;
    }

    static bool wins(GridType grid, std::span<const Move> moves) {
        for (const Move move : moves) {
            if (!grid.contains(move.a) || !grid.contains(move.b) || move.a == move.b) return false;
            if (!GridType::is_tile(grid.code(move.a)) || grid.code(move.a) != grid.code(move.b)) return false;
            if (!linkable(grid, move.a, move.b)) return false;
            play(grid, move);
        }
        return grid.tiles() == 0;
    }

    static bool find_odd(const GridType& grid, Outcome& outcome) {
        std::vector<std::uint32_t> left(grid.palette().kinds() + 1);
        for (std::size_t i = 0; i < grid.size(); ++i)
            if (GridType::is_tile(grid.code(i))) ++left[grid.code(i)];
        const auto odd = std::ranges::find_if(left, [](std::uint32_t n) { return n % 2 == 1; });
        if (odd == left.end()) return false;
        outcome.winnable = Winnable::no;
        outcome.loss = Loss::odd;
        for (std::size_t i = 0; i < grid.size(); ++i)
            if (grid.code(i) == static_cast<typename GridType::Code>(odd - left.begin()))
                outcome.tiles.push_back(grid.place(i));
        return true;
    }

    GridType root_;
    std::uint64_t seed_;
    DeadStates dead_;
};

}  // namespace llk
