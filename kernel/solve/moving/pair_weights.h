// The policy of nrpa.h: a weight for every pair of equal tiles, and random draws by weight.
//
// Weights are integers and their powers come from a table, so draws are the same on every machine.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "values/random.h"

namespace llk {

using PairNumber = std::uint32_t;

/// Numbers the pairs of tiles of one kind.
class PairNumbers {
  public:
    template <class State>
    explicit PairNumbers(const State& state) {
        const auto cells = static_cast<std::size_t>(state.rows() * state.cols());
        std::vector<PairNumber> tiles;  // of each kind
        tiles_.resize(cells);
        for (std::size_t i = 0; i < cells; ++i) {
            const std::size_t kind = state.code(i);
            if (!State::is_tile(state.code(i))) continue;
            if (tiles.size() <= kind) tiles.resize(kind + 1);
            tiles_[i].rank = tiles[kind]++;
        }
        std::vector<PairNumber> first;
        for (const std::size_t n : tiles) {
            first.push_back(static_cast<PairNumber>(count_));
            count_ += n * n;
        }
        for (std::size_t i = 0; i < cells; ++i)
            if (const std::size_t kind = state.code(i); State::is_tile(state.code(i)))
                tiles_[i] = {tiles_[i].rank, first[kind], tiles[kind]};
    }

    /// An upper bound of all numbers.
    std::size_t count() const { return count_; }

    /// The number of a pair of tiles, given by their first cells.
    PairNumber operator()(std::size_t a, std::size_t b) const {
        const auto [low, high] = std::minmax(tiles_[a].rank, tiles_[b].rank);
        return tiles_[a].first + low * tiles_[a].equal + high;
    }

  private:
    struct Tile {
        PairNumber rank, first, equal;  // its rank in its kind; the kind's first pair; the kind's tiles
    };
    std::vector<Tile> tiles_;
    std::size_t count_ = 0;
};

/// The weights of all pairs.
class PairWeights {
  public:
    explicit PairWeights(std::size_t count) : weights_(count) {}

    /// Draws one of several pairs with probabilities by the powers of their weights and returns its index; biases are
    /// added to the weights, if there are any.
    std::size_t draw(std::span<const PairNumber> pairs, std::span<const std::int32_t> biases, Random& random) {
        std::uint64_t chance = random.next() % weigh(weights_, pairs, biases);
        std::size_t i = 0;
        while (chance >= powers_[i]) chance -= powers_[i++];
        return i;
    }

    /// Starts an adaptation: all its lessons use the current weights.
    void begin_adapting() { before_ = weights_; }

    /// Makes a pair more likely among the pairs that were available with it.
    void adapt(PairNumber taken, std::span<const PairNumber> pairs, std::span<const std::int32_t> biases) {
        const std::uint64_t sum = weigh(before_, pairs, biases);
        weights_[taken] += STEP;
        for (std::size_t i = 0; i < pairs.size(); ++i)
            weights_[pairs[i]] -= static_cast<std::int32_t>(powers_[i] * static_cast<std::uint64_t>(STEP) / sum);
    }

  private:
    static constexpr std::int32_t DOUBLE = 256;  // a weight higher by this is twice as likely
    static constexpr std::int32_t LIMIT = 14 * DOUBLE;
    static constexpr std::int32_t STEP = 184;  // how much one move changes its weight

    static constexpr std::array<std::uint64_t, DOUBLE> POWERS = [] {
        constexpr double root = 1.0027112750502025;  // the DOUBLEth root of 2
        std::array<std::uint64_t, DOUBLE> powers{};
        double power = 1 << 20;
        for (auto& here : powers) {
            here = static_cast<std::uint64_t>(power);
            power *= root;
        }
        return powers;
    }();

    static std::uint64_t power(std::int32_t weight) {
        const std::int32_t up = std::clamp(weight, -LIMIT, LIMIT) + LIMIT;
        return POWERS[static_cast<std::size_t>(up % DOUBLE)] << (up / DOUBLE);
    }

    /// Computes the powers of these pairs and returns their sum.
    std::uint64_t weigh(const std::vector<std::int32_t>& weights, std::span<const PairNumber> pairs,
                        std::span<const std::int32_t> biases) {
        std::uint64_t sum = 0;
        powers_.clear();
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            powers_.push_back(power(weights[pairs[i]] + (biases.empty() ? 0 : biases[i])));
            sum += powers_.back();
        }
        return sum;
    }

    std::vector<std::int32_t> weights_, before_;
    std::vector<std::uint64_t> powers_;
};

}  // namespace llk
