// Gravity: what moves after a removal. Lines pack towards a side and keep their order; walls split them.
#pragma once

#include <algorithm>
#include <cstdint>

#include "values/cell.h"
#include "values/rules.h"

namespace llk {

/// Moves tiles of one grid; says whether any moved. The grid's words are written anew by whoever asked.
template <class Grid>
class Packer {
  public:
    explicit Packer(Grid& grid) : grid_{grid} {}

    bool pack() {
        const int rows = grid_.rows(), cols = grid_.cols();
        const int upper = (rows + 1) / 2, left = (cols + 1) / 2;  // an odd line belongs to the first half
        switch (grid_.rules().gravity) {
            case Gravity::still: break;
            case Gravity::down: columns(0, cols, 0, rows, AWAY); break;
            case Gravity::up: columns(0, cols, 0, rows, BACK); break;
            case Gravity::left: lines(0, rows, 0, cols, BACK); break;
            case Gravity::right: lines(0, rows, 0, cols, AWAY); break;
            case Gravity::split_rows: split_rows(upper); break;
            case Gravity::split_columns: split_columns(left); break;
            case Gravity::gather_rows: gather_rows(upper); break;
            case Gravity::gather_columns: gather_columns(left); break;
            case Gravity::slide_left_right:
                lines(0, upper, 0, cols, BACK);
                lines(upper, rows, 0, cols, AWAY);
                break;
            case Gravity::slide_down_up:
                columns(0, left, 0, rows, AWAY);
                columns(left, cols, 0, rows, BACK);
                break;
            case Gravity::outward:
                split_rows(upper);
                split_columns(left);
                break;
            case Gravity::inward:
                gather_rows(upper);
                gather_columns(left);
                break;
            case Gravity::rotating: rotate(); break;
        }
        return moved_;
    }

  private:
    enum Way { BACK, AWAY };  // towards the start of a line, or towards its end

    void split_rows(int upper) {
        columns(0, grid_.cols(), 0, upper, BACK);
        columns(0, grid_.cols(), upper, grid_.rows(), AWAY);
    }
    void gather_rows(int upper) {
        columns(0, grid_.cols(), 0, upper, AWAY);
        columns(0, grid_.cols(), upper, grid_.rows(), BACK);
    }
    void split_columns(int left) {
        lines(0, grid_.rows(), 0, left, BACK);
        lines(0, grid_.rows(), left, grid_.cols(), AWAY);
    }
    void gather_columns(int left) {
        lines(0, grid_.rows(), 0, left, AWAY);
        lines(0, grid_.rows(), left, grid_.cols(), BACK);
    }
    void rotate() {
        const int rows = grid_.rows(), cols = grid_.cols(), phase = grid_.phase();
        const Way way = phase == 0 || phase == 3 ? BACK : AWAY;
        if (phase % 2 == 0)
            columns(0, cols, 0, rows, way);
        else
            lines(0, rows, 0, cols, way);
        if (moved_) grid_.set_phase((phase + 1) % PHASE_COUNT);
    }

    /// Packs rows first … last of the part from … to of each.
    void lines(int first, int last, int from, int to, Way way) {
        for (int row = first; row < last; ++row) line(cell(row, from), to - from, 0, 1, way);
    }
    /// Packs columns first … last of the part from … to of each.
    void columns(int first, int last, int from, int to, Way way) {
        for (int col = first; col < last; ++col) line(cell(from, col), to - from, 1, 0, way);
    }

    /// Packs one line of a given length, towards its first cell or towards its last.
    void line(Cell first, int length, int down, int across, Way way) {
        if (length == 0) return;
        if (way == AWAY) {
            first = cell(first.row + (length - 1) * down, first.col + (length - 1) * across);
            down = -down;
            across = -across;
        }
        const auto place = [&](int i) { return cell(first.row + i * down, first.col + i * across); };
        int free = 0;  // the next cell that a tile packs into
        for (int i = 0; i < length; ++i) {
            const auto code = grid_.code(place(i));
            if (code == Grid::EMPTY_CODE) continue;
            if (!Grid::is_tile(code)) {
                free = i + 1;
                continue;
            }
            if (free != i) {
                grid_.slide(place(i), place(free));
                moved_ = true;
            }
            ++free;
        }
    }

    Grid& grid_;
    bool moved_ = false;
};

/// Packs the whole board as its gravity says; words, reach and hash follow.
template <class Grid>
void pack(Grid& grid) {
    if (grid.rules().gravity != Gravity::still && Packer<Grid>(grid).pack()) grid.rebuild();
}

/// Plays a move that links: its two tiles go, and what the gravity moves moves.
template <class Grid>
void play_move(Grid& grid, Move move) {
    grid.remove(move.a);
    grid.remove(move.b);
    pack(grid);
}

}  // namespace llk
