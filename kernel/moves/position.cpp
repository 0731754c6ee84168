// Compiles positions once, for all files that use them.
#include "moves/position.h"

namespace llk {

template class GridPosition<Grid<std::uint32_t>>;
template class GridPosition<Grid<std::uint64_t>>;
template class GridPosition<WideGrid>;

}  // namespace llk
