// What the files of the WebAssembly interface share: the two buffers, the codes of errors, and the time limit.
//
// All functions take and return numbers. A cell is one number: its row in the low half, its column in the high half. A
// 64-bit number as an argument or in a buffer is two: its low half first. What does not fit into the arguments is
// written into the input buffer before a call; what does not fit into the result is in the output buffer after it,
// until the next call. A result below 0 is an error. Objects are addresses, which the host gives back with `release`.
#pragma once

#include <bit>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include "board.h"
#include "moves/moves.h"
#include "values/cell.h"
#include "values/checkpoint.h"

#define LLK_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace llk::wasm {

using Number = std::int32_t;
using Clock = std::chrono::steady_clock;

/// The errors. ILLEGAL_PAIR and below stand for a pair of cells: ILLEGAL_PAIR minus its PairStatus.
enum Error : Number {
    OUT_OF_TIME = -1,
    OUT_OF_MEMORY = -2,
    TOO_MANY_MOVES = -3,
    BAD_BOARD = -4,
    BAD_NUMBER = -5,    // in the output: the index of the cell
    ILLEGAL_MOVE = -6,  // in the output: its place in the sequence, its PairStatus, and the board before it
    NOTHING_TO_UNDO = -7,
    INTERNAL = -8,
    ILLEGAL_PAIR = -16,
};

/// Thrown when the time limit is over.
struct OutOfTime {};

inline std::vector<Number> input, output;
inline Clock::time_point deadline = Clock::time_point::max();

inline Cell read_cell(Number packed) { return std::bit_cast<Cell>(packed); }
inline void write(Number number) { output.push_back(number); }
inline void write(Cell at) { output.push_back(std::bit_cast<Number>(at)); }
inline void write(Move move) {
    write(move.a);
    write(move.b);
}
inline void write(std::uint64_t number) {
    write(static_cast<Number>(number));
    write(static_cast<Number>(number >> 32));
}

inline std::uint64_t join(Number low, Number high) {
    return static_cast<std::uint32_t>(low) | static_cast<std::uint64_t>(static_cast<std::uint32_t>(high)) << 32;
}

/// The moves of the input, two cells each.
inline std::vector<Move> read_moves() {
    std::vector<Move> moves;
    for (std::size_t i = 0; i + 1 < input.size(); i += 2)
        moves.push_back(make_move(read_cell(input[i]), read_cell(input[i + 1])));
    return moves;
}

/// The address of an object that the host now owns.
template <class Object>
Number own(std::unique_ptr<Object> object) {
    return static_cast<Number>(reinterpret_cast<std::uintptr_t>(object.release()));
}

/// A checkpoint that looks at the clock on every `period`-th call.
inline Checkpoint make_checkpoint(unsigned period = 1) {
    if (deadline == Clock::time_point::max()) return NO_CHECKPOINT;
    return [period, calls = 0U]() mutable {
        if (++calls % period == 0 && Clock::now() >= deadline) throw OutOfTime{};
    };
}

/// Whether a board is so large that listing its moves can take long.
inline bool is_large(const Layout& layout) { return layout.rows() * layout.cols() > 4096; }

/// The checkpoint of work that is short on a small board, where looking at the clock would take longer.
inline Checkpoint short_work(const Layout& layout) { return is_large(layout) ? make_checkpoint() : NO_CHECKPOINT; }

/// The checkpoint of work that is long on any board.
inline Checkpoint long_work(const Layout& layout) { return make_checkpoint(is_large(layout) ? 1 : 16); }

/// Returns what work() returns; exceptions become errors.
template <class Work>
Number guard(Work work) noexcept {
    output.clear();
    try {
        return static_cast<Number>(work());
    } catch (const OutOfTime&) {
        return OUT_OF_TIME;
    } catch (const TooManyMoves&) {
        return TOO_MANY_MOVES;
    } catch (const std::bad_alloc&) {
        output = {};
        return OUT_OF_MEMORY;
    } catch (...) {
        return INTERNAL;
    }
}

/// If a move of a sequence does not link, writes which and the board before it, and returns true.
inline bool write_illegal_move(const Board& board, std::span<const Move> moves) {
    auto illegal = find_illegal_move(board, moves, make_checkpoint());
    if (!illegal) return false;
    write(static_cast<Number>(illegal->index));
    write(static_cast<Number>(illegal->status));
    write(own(std::move(illegal->board)));
    return true;
}

}  // namespace llk::wasm
