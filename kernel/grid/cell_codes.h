// The codes of all cells, with the tile count and the hash that follow from them.
#pragma once

#include <cassert>
#include <concepts>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "grid/equal_neighbours.h"
#include "values/cell.h"
#include "values/hash.h"
#include "values/kind_codes.h"
#include "values/rules.h"

namespace llk {

/// What all grids share. A code is 0 for empty, a code of kind_codes.h for a tile, or one of two for walls and voids.
template <std::unsigned_integral CodeType>
class CellCodes {
  public:
    using Code = CodeType;
    static constexpr Code EMPTY_CODE = 0, WALL_CODE = static_cast<Code>(-1), VOID_CODE = static_cast<Code>(-2);

    CellCodes(int rows, int cols, const Rules& rules, int phase, std::span<const std::int32_t> numbers)
        : rows_{rows},
          cols_{cols},
          rules_{rules},
          phase_{phase},
          hash_{frame_key(rows, cols, rules) ^ phase_key(phase)},
          kind_codes_{std::make_shared<const KindCodes>(numbers)},
          codes_(numbers.size() + static_cast<std::size_t>(cols) + EQUAL_PADDING) {
        assert(numbers.size() == size());
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            codes_[i] = encode(numbers[i]);
            if (numbers[i] > 0) ++tiles_;
            if (numbers[i] != EMPTY) hash_ ^= cell_key(place(i), numbers[i]);
        }
    }

    int rows() const { return rows_; }
    int cols() const { return cols_; }
    std::size_t size() const { return static_cast<std::size_t>(rows_) * static_cast<std::size_t>(cols_); }
    const Rules& rules() const { return rules_; }
    int phase() const { return phase_; }
    int tiles() const { return tiles_; }
    std::uint64_t hash() const { return hash_; }
    const KindCodes& kind_codes() const { return *kind_codes_; }

    bool contains(Cell at) const {
        return static_cast<unsigned>(at.row) < static_cast<unsigned>(rows_) &&
               static_cast<unsigned>(at.col) < static_cast<unsigned>(cols_);
    }
    /// Whether a cell is on the board or on the ring.
    bool contains_or_ring(Cell at) const {
        return static_cast<unsigned>(at.row + 1) < static_cast<unsigned>(rows_ + 2) &&
               static_cast<unsigned>(at.col + 1) < static_cast<unsigned>(cols_ + 2);
    }
    std::size_t index(Cell at) const {
        // Unsigned numbers extend to an index at no cost.
        return static_cast<std::size_t>(static_cast<std::uint16_t>(at.row)) * static_cast<unsigned>(cols_) +
               static_cast<std::uint16_t>(at.col);
    }
    Cell place(std::size_t index) const {
        return cell(static_cast<int>(index) / cols_, static_cast<int>(index) % cols_);
    }

    Code code(Cell at) const { return codes_[index(at)]; }
    Code code(std::size_t index) const { return codes_[index]; }
    static bool is_tile(Code code) { return static_cast<Code>(code - 1) < VOID_CODE - 1; }

    /// All codes in reading order, followed by an empty row and EQUAL_PADDING more codes that may be read.
    const Code* codes() const { return codes_.data(); }

    /// The user's number of a code.
    std::int32_t number(Code code) const {
        return code == WALL_CODE ? WALL : code == VOID_CODE ? VOID : kind_codes_->numbers[code];
    }

    /// The tiles of each kind in reading order, and how many there are, by code.
    std::vector<std::vector<Cell>> tiles_by_kind() const {
        std::vector<std::vector<Cell>> tiles(kind_codes_->count() + 1);
        for (std::size_t i = 0; i < size(); ++i)
            if (is_tile(codes_[i])) tiles[codes_[i]].push_back(place(i));
        return tiles;
    }
    std::vector<std::int32_t> count_by_kind() const {
        std::vector<std::int32_t> count(kind_codes_->count() + 1);
        for (std::size_t i = 0; i < size(); ++i)
            if (is_tile(codes_[i])) ++count[codes_[i]];
        return count;
    }

    /// Whether both are the same position: equal cells, size, rules and phase.
    bool same(const CellCodes& other) const {
        if (rows_ != other.rows_ || cols_ != other.cols_ || rules_ != other.rules_ || hash_ != other.hash_ ||
            phase_ != other.phase_)
            return false;
        if (kind_codes_ == other.kind_codes_) return codes_ == other.codes_;
        for (std::size_t i = 0; i < size(); ++i)
            if (number(codes_[i]) != other.number(other.codes_[i])) return false;
        return true;
    }

    /// Slides a tile to an empty cell; the caller rebuilds the grid when all have moved.
    void slide(Cell from, Cell to) {
        const Code code = codes_[index(from)];
        codes_[index(from)] = EMPTY_CODE;
        codes_[index(to)] = code;
        hash_ ^= cell_key(from, number(code)) ^ cell_key(to, number(code));
    }

    /// Swaps two tiles.
    void swap(Cell a, Cell b) {
        Code &first = codes_[index(a)], &second = codes_[index(b)];
        hash_ ^= cell_key(a, number(first)) ^ cell_key(b, number(second)) ^ cell_key(a, number(second)) ^
                 cell_key(b, number(first));
        std::swap(first, second);
    }

    void set_phase(int phase) {
        hash_ ^= phase_key(phase_) ^ phase_key(phase);
        phase_ = phase;
    }

  protected:
    ~CellCodes() = default;
    CellCodes(const CellCodes&) = default;
    CellCodes& operator=(const CellCodes&) = default;

    void take_away(std::size_t index, Cell at) {
        hash_ ^= cell_key(at, number(codes_[index]));
        codes_[index] = EMPTY_CODE;
        --tiles_;
    }
    void put_back(std::size_t index, Cell at, Code code) {
        hash_ ^= cell_key(at, number(code));
        codes_[index] = code;
        ++tiles_;
    }
    std::size_t code_bytes() const { return codes_.capacity() * sizeof(Code); }

  private:
    Code encode(std::int32_t number) const {
        if (number == WALL) return WALL_CODE;
        if (number == VOID) return VOID_CODE;
        return number == EMPTY ? EMPTY_CODE : static_cast<Code>(kind_codes_->encode(number));
    }

    int rows_, cols_;
    Rules rules_;
    int phase_;
    int tiles_ = 0;
    std::uint64_t hash_;
    std::shared_ptr<const KindCodes> kind_codes_;
    std::vector<Code> codes_;
};

}  // namespace llk
