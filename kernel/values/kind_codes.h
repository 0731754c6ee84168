// The kinds of one deal: numbered densely inside the kernel, as the user wrote them outside.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace llk {

/// The contents of a cell as the user writes them: kinds are positive, everything else is one of these.
inline constexpr std::int32_t EMPTY = 0, WALL = -1, VOID = -2;

/// The kinds that a board was made with; shared by all positions that follow from it, since kinds only disappear.
struct KindCodes {
    std::vector<std::int32_t> numbers;  // numbers[k] is the user's number of code k; numbers[0] is EMPTY
    std::vector<std::uint32_t> starts;  // the tiles of code k fit into slots starts[k] … starts[k + 1]

    explicit KindCodes(std::span<const std::int32_t> cells) : numbers{EMPTY} {
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

    /// The code of a kind that the board was made with.
    std::uint32_t encode(std::int32_t number) const {
        const auto at = std::lower_bound(numbers.begin() + 1, numbers.end(), number);
        return static_cast<std::uint32_t>(at - numbers.begin());
    }

    /// The number of kinds.
    std::size_t count() const { return numbers.size() - 1; }
};

}  // namespace llk
