// Positions: played forwards and undone.
#include <algorithm>
#include <vector>

#include "wasm/interface.h"

namespace llk::wasm {

LLK_EXPORT(make_position) Number make_position(const Board* board) {
    return guard([&] { return own(board->position(make_checkpoint())); });
}
LLK_EXPORT(copy_position) Number copy_position(const Position* position) {
    return guard([&] { return own(position->copy()); });
}
LLK_EXPORT(position_board) Number position_board(const Position* position) {
    return guard([&] { return own(position->board()); });
}
LLK_EXPORT(position_depth) Number position_depth(const Position* position) { return position->depth(); }
LLK_EXPORT(position_move_count) Number position_move_count(const Position* position) {
    return static_cast<Number>(position->moves().size());
}

/// In the output: the moves in reading order.
LLK_EXPORT(position_moves) Number position_moves(const Position* position) {
    return guard([&] {
        std::vector<Move> moves(position->moves().begin(), position->moves().end());
        std::ranges::sort(moves);
        for (const Move move : moves) write(move);
        return 0;
    });
}

LLK_EXPORT(position_play) Number position_play(Position* position, Number a, Number b) {
    return guard([&]() -> Number {
        const PairStatus found = position->pair_status(read_cell(a), read_cell(b));
        if (found != PairStatus::linked) return ILLEGAL_PAIR - static_cast<Number>(found);
        position->play(make_move(read_cell(a), read_cell(b)), short_work(*position));
        return 0;
    });
}

/// In the output: the move that was undone.
LLK_EXPORT(position_undo) Number position_undo(Position* position) {
    return guard([&]() -> Number {
        if (position->depth() == 0) return NOTHING_TO_UNDO;
        write(position->last());
        position->undo();
        return 0;
    });
}

}  // namespace llk::wasm
