// The kinds of one deal: numbered densely inside the kernel, as the user wrote them outside.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace llk {

/// The contents of a cell as the user writes them: kinds are positive, everything else is one of these.
inline constexpr std::int32_t EMPTY = 0, WALL = -1, VOID = -2;

/// The kinds that a board was made with; shared by all positions that follow from it, since kinds only disappear.
struct KindCodes {
    std::vector<std::int32_t> numbers;  // numbers[k] is the user's number of code k; numbers[0] is EMPTY
    std::vector<std::uint32_t> starts;  // the tiles of code k fit into slots starts[k] … starts[k + 1]

    explicit KindCodes(std::span<const std::int32_t> cells) : numbers{EMPTY}, starts{0, 0} {
        const std::int32_t highest = cells.empty() ? 0 : std::ranges::max(cells);
        if (highest <= 0) return;
        starts.pop_back();
        if (static_cast<std::size_t>(highest) <= 4 * cells.size() + 64 && highest <= MAX_COUNTED)
            count_kinds(cells, static_cast<std::size_t>(highest));
        else
            sort_kinds(cells);
    }

    /// The code of a kind that the board was made with.
    std::uint32_t encode(std::int32_t number) const {
        if (!codes_.empty()) return codes_[static_cast<std::size_t>(number)];
        const auto at = std::lower_bound(numbers.begin() + 1, numbers.end(), number);
        return static_cast<std::uint32_t>(at - numbers.begin());
    }

    /// The number of kinds.
    std::size_t count() const { return numbers.size() - 1; }

  private:
    static constexpr std::int32_t MAX_COUNTED = 1 << 20;

    void add_kind(std::int32_t number, std::size_t first_slot) {
        numbers.push_back(number);
        starts.push_back(static_cast<std::uint32_t>(first_slot));
    }

    /// Numbers the kinds by counting their tiles, if their numbers are small.
    void count_kinds(std::span<const std::int32_t> cells, std::size_t highest) {
        codes_.resize(highest + 1);
        for (const std::int32_t number : cells)
            if (number > 0) ++codes_[static_cast<std::size_t>(number)];
        std::uint32_t slots = 0;
        for (std::size_t number = 1; number <= highest; ++number) {
            if (codes_[number] == 0) continue;
            const auto code = static_cast<std::uint32_t>(numbers.size());
            add_kind(static_cast<std::int32_t>(number), slots);
            slots += std::exchange(codes_[number], code);
        }
        starts.push_back(slots);
    }

    void sort_kinds(std::span<const std::int32_t> cells) {
        std::vector<std::int32_t> tiles;
        std::ranges::copy_if(cells, std::back_inserter(tiles), [](std::int32_t number) { return number > 0; });
        std::ranges::sort(tiles);
        for (std::size_t i = 0; i < tiles.size(); ++i)
            if (i == 0 || tiles[i] != tiles[i - 1]) add_kind(tiles[i], i);
        starts.push_back(static_cast<std::uint32_t>(tiles.size()));
    }

    std::vector<std::uint32_t> codes_;  // by number, if the numbers are small
};

}  // namespace llk
