// The textbook search, as the baseline: breadth-first from the first tile, one layer per turn.
#pragma once

#include <cstdint>
#include <vector>

#include "values/cell.h"

namespace llk {

/// Tests whether two cells link within two turns through the zeros of a matrix with its ring.
class TextbookLink {
  public:
    TextbookLink(int rows, int cols) : rows_{rows}, cols_{cols} {}

    bool linkable(const std::vector<std::int32_t>& matrix, Cell a, Cell b) {
        constexpr int down[] = {0, 1, 0, -1}, across[] = {1, 0, -1, 0};
        turns_.assign(matrix.size(), -1);
        queue_.clear();
        queue_.push_back(a);
        std::size_t head = 0, layer_end = 1;
        for (int turns = 0; turns <= 2; ++turns) {
            for (; head < layer_end; ++head) {
                for (int way = 0; way < 4; ++way) {
                    Cell at = queue_[head];
                    for (;;) {
                        at = cell(at.row + down[way], at.col + across[way]);
                        if (at.row < 0 || at.row >= rows_ || at.col < 0 || at.col >= cols_) break;
                        if (at == b) return true;
                        const auto i = static_cast<std::size_t>(at.row * cols_ + at.col);
                        if (matrix[i] != 0) break;
                        if (turns_[i] >= 0) continue;
                        turns_[i] = turns;
                        queue_.push_back(at);
                    }
                }
            }
            layer_end = queue_.size();
        }
        return false;
    }

  private:
    int rows_, cols_;
    std::vector<int> turns_;
    std::vector<Cell> queue_;
};

}  // namespace llk
