// What boards and positions share: cells, links and paths.
#include "wasm/interface.h"

namespace llk::wasm {

LLK_EXPORT(rows) Number rows(const Layout* layout) { return layout->rows(); }
LLK_EXPORT(cols) Number cols(const Layout* layout) { return layout->cols(); }
LLK_EXPORT(tile_count) Number tile_count(const Layout* layout) { return layout->tiles(); }

LLK_EXPORT(zobrist) std::uint64_t zobrist(const Layout* layout) { return layout->hash(); }

/// The number of a cell, which can be below 0; ILLEGAL_PAIR minus off_board if there is no such cell.
LLK_EXPORT(number_at) Number number_at(const Layout* layout, Number at) {
    if (!layout->contains(read_cell(at))) return ILLEGAL_PAIR - static_cast<Number>(PairStatus::off_board);
    return layout->number(read_cell(at));
}

/// In the output: the numbers of all cells.
LLK_EXPORT(numbers) Number numbers(const Layout* layout) {
    return guard([&] {
        const Checkpoint checkpoint = make_checkpoint();
        output.reserve(static_cast<std::size_t>(layout->rows()) * static_cast<std::size_t>(layout->cols()));
        for (int r = 0; r < layout->rows(); ++r) {
            checkpoint();
            for (int c = 0; c < layout->cols(); ++c) write(layout->number(cell(r, c)));
        }
        return 0;
    });
}

/// The PairStatus of any two cells.
LLK_EXPORT(pair_status) Number pair_status(const Layout* layout, Number a, Number b) {
    return guard([&] { return static_cast<Number>(layout->pair_status(read_cell(a), read_cell(b))); });
}

/// The PairStatus of any two cells; in the output, if they link: the corners of the best path.
LLK_EXPORT(link) Number link(const Layout* layout, Number a, Number b) {
    return guard([&] {
        const PairStatus found = layout->pair_status(read_cell(a), read_cell(b));
        if (found == PairStatus::linked)
            for (const Cell corner : layout->route(read_cell(a), read_cell(b))) write(corner);
        return static_cast<Number>(found);
    });
}

}  // namespace llk::wasm
