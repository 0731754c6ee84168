// Gravity: what moves after a removal. Tiles pack towards one side of their line in order; walls split a line.
#pragma once

#include <cstdint>

#include "values/cell.h"
#include "values/rules.h"

namespace llk {

/// Packs all rows or all columns once. What belongs to the second half packs the other way; a middle line or cell
/// belongs to the first half.
struct Pass {
    enum Axis : std::uint8_t { NONE, ROWS, COLUMNS };
    enum Way : std::uint8_t { BACK, AWAY };                 // towards the start of a line, or towards its end
    enum Halves : std::uint8_t { ONE, OF_LINE, OF_BOARD };  // of each line, or of all lines

    Axis axis = NONE;
    Way way = BACK;
    Halves halves = ONE;

    static constexpr Way opposite(Way way) { return way == BACK ? AWAY : BACK; }

    /// The first line of the second half, and the first cell of the second half of every line.
    constexpr int half_of_board(int lines) const { return halves == OF_BOARD ? (lines + 1) / 2 : lines; }
    constexpr int half_of_line(int length) const { return halves == OF_LINE ? (length + 1) / 2 : length; }
};

/// The passes of every gravity but the rotating one, in the order of Gravity.
inline constexpr Pass PASSES[GRAVITY_COUNT - 1][2] = {
    {},                                                                                     // still
    {{Pass::COLUMNS, Pass::AWAY}},                                                          // down
    {{Pass::COLUMNS, Pass::BACK}},                                                          // up
    {{Pass::ROWS, Pass::BACK}},                                                             // left
    {{Pass::ROWS, Pass::AWAY}},                                                             // right
    {{Pass::COLUMNS, Pass::BACK, Pass::OF_LINE}},                                           // split_rows
    {{Pass::ROWS, Pass::BACK, Pass::OF_LINE}},                                              // split_columns
    {{Pass::COLUMNS, Pass::AWAY, Pass::OF_LINE}},                                           // gather_rows
    {{Pass::ROWS, Pass::AWAY, Pass::OF_LINE}},                                              // gather_columns
    {{Pass::ROWS, Pass::BACK, Pass::OF_BOARD}},                                             // slide_left_right
    {{Pass::COLUMNS, Pass::AWAY, Pass::OF_BOARD}},                                          // slide_down_up
    {{Pass::COLUMNS, Pass::BACK, Pass::OF_LINE}, {Pass::ROWS, Pass::BACK, Pass::OF_LINE}},  // outward
    {{Pass::COLUMNS, Pass::AWAY, Pass::OF_LINE}, {Pass::ROWS, Pass::AWAY, Pass::OF_LINE}},  // inward
};

/// The pass of every phase of rotating gravity.
inline constexpr Pass ROTATION[PHASE_COUNT] = {
    {Pass::COLUMNS, Pass::BACK}, {Pass::ROWS, Pass::AWAY}, {Pass::COLUMNS, Pass::AWAY}, {Pass::ROWS, Pass::BACK}};

/// Whether lines pack along one axis, always in the same direction.
constexpr bool packs_one_way(Gravity gravity) { return gravity != Gravity::still && gravity < Gravity::outward; }

/// Slides the tiles of one grid; the caller rebuilds the grid if any tile moved.
template <class Grid>
class Packer {
  public:
    explicit Packer(Grid& grid) : grid_{grid} {}

    /// Packs the whole board once and returns whether any tile moved.
    bool pack() {
        if (const Gravity gravity = grid_.rules().gravity; gravity != Gravity::rotating) {
            for (const Pass& pass : PASSES[static_cast<int>(gravity)]) pack_lines(pass);
        } else {
            pack_lines(ROTATION[grid_.phase()]);
            if (moved_) grid_.set_phase((grid_.phase() + 1) % PHASE_COUNT);
        }
        return moved_;
    }

  private:
    void pack_lines(const Pass& pass) {
        if (pass.axis == Pass::ROWS) pack_lines<Pass::ROWS>(pass, grid_.rows(), grid_.cols());
        if (pass.axis == Pass::COLUMNS) pack_lines<Pass::COLUMNS>(pass, grid_.cols(), grid_.rows());
    }

    template <Pass::Axis AXIS>
    void pack_lines(const Pass& pass, int lines, int length) {
        const int half = pass.half_of_line(length);
        for (int line = 0; line < lines; ++line) {
            const Pass::Way way = line < pass.half_of_board(lines) ? pass.way : Pass::opposite(pass.way);
            pack_line<AXIS>(line, 0, half, way);
            pack_line<AXIS>(line, half, length, Pass::opposite(way));
        }
    }

    /// Packs the cells from … to - 1 of one line towards the first or the last of them.
    template <Pass::Axis AXIS>
    void pack_line(int line, int from, int to, Pass::Way way) {
        const auto place = [&](int i) { return AXIS == Pass::COLUMNS ? cell(i, line) : cell(line, i); };
        const bool back = way == Pass::BACK;
        const int step = back ? 1 : -1, first = back ? from : to - 1, end = back ? to : from - 1;
        int free = first;  // the cell that the next tile slides to
        for (int i = first; i != end; i += step) {
            const auto code = grid_.code(place(i));
            if (code == Grid::EMPTY_CODE) continue;
            if (!Grid::is_tile(code)) {
                free = i + step;
                continue;
            }
            if (free != i) {
                grid_.slide(place(i), place(free));
                moved_ = true;
            }
            free += step;
        }
    }

    Grid& grid_;
    bool moved_ = false;
};

/// Packs the board by its gravity, rebuilds it, and returns whether any tile moved.
template <class Grid>
bool pack(Grid& grid) {
    const bool moved = Packer<Grid>(grid).pack();
    if (moved) grid.rebuild();
    return moved;
}

/// Plays a move that links: removes its two tiles, lets gravity act, and returns whether any other tile moved.
template <class Grid>
bool play_move(Grid& grid, Move move) {
    grid.remove(move.a);
    grid.remove(move.b);
    return pack(grid);
}

}  // namespace llk
