// Gravity: what moves after a removal. Tiles pack towards one side of their line in order; walls split a line.
#pragma once

#include <algorithm>
#include <cstdint>

#include "values/cell.h"
#include "values/rules.h"

namespace llk {

/// Slides the tiles of one grid; the caller rebuilds the grid if any tile moved.
template <class Grid>
class Packer {
  public:
    explicit Packer(Grid& grid) : grid_{grid} {}

    /// Packs the whole board once and returns whether any tile moved.
    bool pack() {
        const int rows = grid_.rows(), cols = grid_.cols();
        const int upper = (rows + 1) / 2, left = (cols + 1) / 2;  // a middle line belongs to the first half
        switch (grid_.rules().gravity) {
            case Gravity::still: break;
            case Gravity::down: pack_columns(0, cols, 0, rows, AWAY); break;
            case Gravity::up: pack_columns(0, cols, 0, rows, BACK); break;
            case Gravity::left: pack_rows(0, rows, 0, cols, BACK); break;
            case Gravity::right: pack_rows(0, rows, 0, cols, AWAY); break;
            case Gravity::split_rows: split_rows(upper); break;
            case Gravity::split_columns: split_columns(left); break;
            case Gravity::gather_rows: gather_rows(upper); break;
            case Gravity::gather_columns: gather_columns(left); break;
            case Gravity::slide_left_right:
                pack_rows(0, upper, 0, cols, BACK);
                pack_rows(upper, rows, 0, cols, AWAY);
                break;
            case Gravity::slide_down_up:
                pack_columns(0, left, 0, rows, AWAY);
                pack_columns(left, cols, 0, rows, BACK);
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
        pack_columns(0, grid_.cols(), 0, upper, BACK);
        pack_columns(0, grid_.cols(), upper, grid_.rows(), AWAY);
    }
    void gather_rows(int upper) {
        pack_columns(0, grid_.cols(), 0, upper, AWAY);
        pack_columns(0, grid_.cols(), upper, grid_.rows(), BACK);
    }
    void split_columns(int left) {
        pack_rows(0, grid_.rows(), 0, left, BACK);
        pack_rows(0, grid_.rows(), left, grid_.cols(), AWAY);
    }
    void gather_columns(int left) {
        pack_rows(0, grid_.rows(), 0, left, AWAY);
        pack_rows(0, grid_.rows(), left, grid_.cols(), BACK);
    }
    void rotate() {
        const int rows = grid_.rows(), cols = grid_.cols(), phase = grid_.phase();
        const Way way = phase == 0 || phase == 3 ? BACK : AWAY;
        if (phase % 2 == 0)
            pack_columns(0, cols, 0, rows, way);
        else
            pack_rows(0, rows, 0, cols, way);
        if (moved_) grid_.set_phase((phase + 1) % PHASE_COUNT);
    }

    /// Packs rows first … last, each from column `from` to column `to`.
    void pack_rows(int first, int last, int from, int to, Way way) {
        for (int row = first; row < last; ++row) pack_line(cell(row, from), to - from, 0, 1, way);
    }
    /// Packs columns first … last, each from row `from` to row `to`.
    void pack_columns(int first, int last, int from, int to, Way way) {
        for (int col = first; col < last; ++col) pack_line(cell(from, col), to - from, 1, 0, way);
    }

    /// Packs one line of a given length towards its first or its last cell.
    void pack_line(Cell first, int length, int down, int across, Way way) {
        if (length == 0) return;
        if (way == AWAY) {
            first = cell(first.row + (length - 1) * down, first.col + (length - 1) * across);
            down = -down;
            across = -across;
        }
        const auto place = [&](int i) { return cell(first.row + i * down, first.col + i * across); };
        int free = 0;  // the cell that the next tile slides to
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

/// Packs the board by its gravity and rebuilds it.
template <class Grid>
void pack(Grid& grid) {
    if (grid.rules().gravity != Gravity::still && Packer<Grid>(grid).pack()) grid.rebuild();
}

/// Plays a move that links: removes its two tiles and lets gravity act.
template <class Grid>
void play_move(Grid& grid, Move move) {
    grid.remove(move.a);
    grid.remove(move.b);
    pack(grid);
}

}  // namespace llk
