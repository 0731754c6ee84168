// The small parts: bits, spans, hashes, random numbers, gravity.
#include "grid/equal_neighbours.h"
#include "grid/grid.h"
#include "grid/set_bits.h"
#include "grid/spans.h"
#include "moves/gravity.h"
#include "tests/check.h"
#include "values/bits.h"
#include "values/hash.h"
#include "values/kind_codes.h"
#include "values/random.h"

using namespace llk;

TEST(bits_at_both_ends_of_a_word) {
    CHECK(below<std::uint64_t>(64) == ~0ULL);
    CHECK(below<std::uint64_t>(0) == 0);
    CHECK(above<std::uint64_t>(-1) == ~0ULL);
    CHECK(above<std::uint64_t>(63) == 0);
    CHECK(from_to<std::uint32_t>(31, 31) == 0x80000000U);
    CHECK(from_to<std::uint32_t>(0, 31) == ~0U);
    CHECK(from_to<std::uint32_t>(5, 4) == 0);
    CHECK(lowest(0x50ULL) == 4);
    CHECK(highest(0x50ULL) == 6);
}

TEST(spans_cover_exactly_the_lines_between) {
    for (int n = 3; n <= MAX_LINES; ++n) {
        // Each line has its own bit, so the OR tells which lines were read.
        std::vector<std::uint64_t> table(static_cast<std::size_t>(span_levels(n) * n));
        const auto at = [&](int level, int i) -> std::uint64_t& {
            return table[static_cast<std::size_t>(level * n + i)];
        };
        for (int i = 0; i < n; ++i) at(1, i) = bit<std::uint64_t>(i);
        for (int k = 2; k < span_levels(n); ++k)
            for (int i = 0, half = 1 << (k - 2); i + 2 * half <= n; ++i) at(k, i) = at(k - 1, i) | at(k - 1, i + half);
        const Span* spans = SPANS[static_cast<std::size_t>(n)].centre();
        for (int a = 0; a < n - 2; ++a) {
            for (int b = 0; b < n - 2; ++b) {
                const Span span = spans[b - a];
                const auto found =
                    table[static_cast<std::size_t>(span.from_a + a)] | table[static_cast<std::size_t>(span.from_b + b)];
                CHECK(found == from_to<std::uint64_t>(std::min(a, b) + 2, std::max(a, b)));
            }
        }
    }
}

TEST(equal_bits_of_every_length) {
    for (int count = 0; count <= 62; ++count) {
        std::vector<std::uint16_t> a(static_cast<std::size_t>(count + EQUAL_PADDING), 7), b = a;
        for (std::size_t i = 0; i < b.size(); i += 3) b[i] = 8;
        const auto found = equal_bits<std::uint64_t>(a.data(), b.data(), count);
        for (int i = 0; i < count; ++i) CHECK(has(found, i + 1) == (i % 3 != 0));
    }
}

TEST(set_bits_of_every_byte) {
    for (unsigned byte = 0; byte < 256; ++byte) {
        std::array<Cell, 8> out{};
        const std::size_t count = write_cells(out.data(), 3, 40, byte);
        CHECK(count == static_cast<std::size_t>(std::popcount(byte)));
        unsigned seen = 0;
        for (std::size_t i = 0; i < count; ++i) {
            CHECK(out[i].row == 3);
            seen |= 1U << (out[i].col - 40);
        }
        CHECK(seen == byte);
    }
}

TEST(scatter_gives_the_documented_deal) {
    const auto tiles = scatter(64, 16, 1);
    const std::vector<std::int32_t> row{3, 2, 13, 6, 15, 14, 15, 5};
    CHECK(std::equal(row.begin(), row.end(), tiles.begin()));
    CHECK(scatter(6, 2, 0).size() == 6);
    CHECK(std::ranges::count(scatter(6, 2, 9), 1) == 4);
}

/// The high half of a product, added up bit by bit.
std::uint64_t high_half(std::uint64_t factor, std::uint32_t times) {
    std::uint64_t high = 0, low = 0;
    for (int i = 31; i >= 0; --i) {
        high = high << 1 | low >> 63;
        low <<= 1;
        if ((times >> i & 1) == 0) continue;
        low += factor;
        if (low < factor) ++high;
    }
    return high;
}

TEST(random_below_is_the_high_half_of_the_product) {
    Random a{99}, b{99};
    for (std::uint32_t n = 1; n < 5000; n += 7) {
        CHECK(b.below(n) == high_half(a.next(), n));
    }
}

TEST(hash_keys_differ) {
    std::vector<std::uint64_t> keys;
    for (int row = 0; row < 70; ++row)
        for (int col = 0; col < 70; ++col)
            for (const std::int32_t number : {-2, -1, 1, 2, 3, 2'000'000'000})
                keys.push_back(cell_key(cell(row, col), number));
    std::ranges::sort(keys);
    CHECK(std::ranges::adjacent_find(keys) == keys.end());
}

TEST(kind_codes_are_dense_and_ordered) {
    const std::vector<std::int32_t> cells{9, 0, -1, 4, 9, 4, 2'000'000'000, -2};
    const KindCodes codes{cells};
    CHECK(codes.count() == 3);
    CHECK(codes.encode(4) == 1 && codes.encode(9) == 2 && codes.encode(2'000'000'000) == 3);
    CHECK((codes.starts == std::vector<std::uint32_t>{0, 0, 2, 4, 5}));
    CHECK(KindCodes{std::vector<std::int32_t>{}}.count() == 0);
}

TEST(walls_split_lines_under_gravity) {
    const std::vector<std::int32_t> cells{1, 0, -1, 2, 0, 0, -2, 3, 0};
    Grid<std::uint32_t> grid(1, 9, {.gravity = Gravity::right}, 0, cells);
    pack(grid);
    const std::vector<std::int32_t> want{0, 1, -1, 0, 0, 2, -2, 0, 3};
    for (int col = 0; col < 9; ++col)
        CHECK(grid.number(grid.code(cell(0, col))) == want[static_cast<std::size_t>(col)]);
    CHECK(grid.hash() == (Grid<std::uint32_t>(1, 9, {.gravity = Gravity::right}, 0, want).hash()));
}
