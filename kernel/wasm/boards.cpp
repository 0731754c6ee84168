// Boards: making them, their moves, and games on them.
#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "values/kind_codes.h"
#include "values/rules.h"
#include "wasm/interface.h"

namespace llk::wasm {

LLK_EXPORT(max_side) Number max_side() { return Board::MAX_SIDE; }
LLK_EXPORT(max_kind) Number max_kind() { return Board::MAX_KIND; }
LLK_EXPORT(max_moves) Number max_moves() { return static_cast<Number>(MAX_MOVES); }

/// Makes a board of the numbers in the input; any number of turns is below 0.
LLK_EXPORT(make_board)
Number make_board(Number rows, Number cols, Number max_turns, Number outside, Number adjacent, Number gravity,
                  Number phase) {
    return guard([&]() -> Number {
        const auto in = [](Number number, Number first, Number last) { return first <= number && number <= last; };
        if (!in(rows, 1, Board::MAX_SIDE) || !in(cols, 1, Board::MAX_SIDE) || !in(gravity, 0, GRAVITY_COUNT - 1) ||
            !in(phase, 0, PHASE_COUNT - 1) || input.size() != static_cast<std::size_t>(rows * cols))
            return BAD_BOARD;
        const auto bad = std::ranges::find_if(input, [&](Number n) { return !in(n, VOID, Board::MAX_KIND); });
        if (bad != input.end()) {
            write(static_cast<Number>(bad - input.begin()));
            return BAD_NUMBER;
        }
        const Rules rules{max_turns < 0 ? UNLIMITED : max_turns, outside != 0, adjacent != 0,
                          static_cast<Gravity>(gravity)};
        return own(Board::make(rows, cols, rules, phase, input));
    });
}

LLK_EXPORT(phase) Number phase(const Board* board) { return board->phase(); }
LLK_EXPORT(board_bytes) Number board_bytes(const Board* board) { return static_cast<Number>(board->bytes()); }
LLK_EXPORT(same) Number same(const Board* board, const Board* other) { return board->same(*other); }
LLK_EXPORT(has_move) Number has_move(const Board* board) {
    return guard([&] { return board->has_move(short_work(*board)); });
}

/// The number of moves.
LLK_EXPORT(move_count) Number move_count(const Board* board) {
    return guard([&] {
        std::vector<Move> moves;
        board->moves(moves, short_work(*board));
        return moves.size();
    });
}

/// In the output: the moves in reading order.
LLK_EXPORT(moves) Number moves(const Board* board) {
    return guard([&] {
        std::vector<Move> found;
        board->moves(found, short_work(*board));
        std::ranges::sort(found);
        for (const Move move : found) write(move);
        return 0;
    });
}

/// In the output: 1 or 0 for each pair in the input, four coordinates each. Returns how many are right.
LLK_EXPORT(linkable_pairs) Number linkable_pairs(const Board* board) {
    return guard([&] {
        std::vector<std::uint8_t> answers(input.size() / 4);
        const std::size_t right = board->linkable_pairs(input, answers, make_checkpoint());
        output.assign(answers.begin(), answers.end());
        return right;
    });
}

/// Makes the board after a move.
LLK_EXPORT(play) Number play(const Board* board, Number a, Number b) {
    return guard([&]() -> Number {
        const PairStatus found = board->pair_status(read_cell(a), read_cell(b));
        if (found != PairStatus::linked) return ILLEGAL_PAIR - static_cast<Number>(found);
        return own(board->play(make_move(read_cell(a), read_cell(b))));
    });
}

/// In the output: where each tile that gravity moves after a move comes from and goes to.
LLK_EXPORT(shifts) Number shifts(const Board* board, Number a, Number b) {
    return guard([&]() -> Number {
        const PairStatus found = board->pair_status(read_cell(a), read_cell(b));
        if (found != PairStatus::linked) return ILLEGAL_PAIR - static_cast<Number>(found);
        for (const auto& [start, end] : board->find_shifts(make_move(read_cell(a), read_cell(b)))) {
            write(start);
            write(end);
        }
        return 0;
    });
}

/// In the output: where the tiles of each move of the sequence in the input are on this board.
LLK_EXPORT(find_origins) Number find_origins(const Board* board) {
    return guard([&]() -> Number {
        const std::vector<Move> sequence = read_moves();
        if (write_illegal_move(*board, sequence)) return ILLEGAL_MOVE;
        for (const Move move : board->find_origins(sequence, make_checkpoint())) write(move);
        return 0;
    });
}

/// In the output: the number of sequences of moves, 64 bits.
LLK_EXPORT(perft) Number perft(const Board* board, Number depth) {
    return guard([&] {
        write(board->perft(static_cast<std::size_t>(depth), long_work(*board)));
        return 0;
    });
}

/// In the output: the moves of a random playout.
LLK_EXPORT(play_randomly) Number play_randomly(const Board* board, Number seed_low, Number seed_high) {
    return guard([&] {
        for (const Move move : board->play_randomly(join(seed_low, seed_high), long_work(*board))) write(move);
        return 0;
    });
}

/// In the output: how many tiles each of many random playouts leaves.
LLK_EXPORT(play_out)
Number play_out(const Board* board, Number first, Number games, Number seed_low, Number seed_high) {
    return guard([&] {
        output = board->play_out(static_cast<std::size_t>(first), static_cast<std::size_t>(games),
                                 join(seed_low, seed_high), 1, long_work(*board));
        return 0;
    });
}

}  // namespace llk::wasm
