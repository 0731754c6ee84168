// The kinds of one deal: dense numbers inside, the numbers as written outside.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace llk {

/// What a cell is as written: a kind is positive, the others are these.
inline constexpr std::int32_t EMPTY = 0, WALL = -1, VOID = -2;

/// The kinds that a board was made with. Shared by all positions that come of it, since kinds only vanish.
struct Palette {
    std::vector<std::int32_t> numbers;  // numbers[k] is dense kind k as written; numbers[0] is EMPTY
    std::vector<std::uint32_t> starts;  // tiles of dense kind k fit into slots starts[k] … starts[k + 1]

    explicit Palette(std::span<const std::int32_t> cells) : numbers{EMPTY} {
        std::vector<std::int32_t> tiles;
        std::ranges::copy_if(cells, std::back_inserter(tiles), [](std::int32_t n) { return n > 0; });
        std::ranges::sort(tiles);
        starts = {0, 0};
        for (std::size_t i = 0; i < tiles.size(); ++i) {
            if (i > 0 && tiles[i] == tiles[i - 1]) continue;
            if (i > 0) starts.push_back(static_cast<std::uint32_t>(i));
            numbers.push_back(tiles[i]);
        }
        if (!tiles.empty()) starts.push_back(static_cast<std::uint32_t>(tiles.size()));
    }

    /// The dense number of a kind that the palette has.
    std::uint32_t dense(std::int32_t number) const {
        const auto at = std::lower_bound(numbers.begin() + 1, numbers.end(), number);
        return static_cast<std::uint32_t>(at - numbers.begin());
    }

    /// How many kinds there are.
    std::size_t kinds() const { return numbers.size() - 1; }
};

}  // namespace llk
