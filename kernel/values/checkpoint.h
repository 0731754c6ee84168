// How long work is interrupted.
#pragma once

#include <functional>

namespace llk {

/// Called now and then by work that can take long; interrupts it by throwing.
using Checkpoint = std::function<void()>;

/// The checkpoint of work that is never interrupted.
inline const Checkpoint NO_CHECKPOINT = [] {};

}  // namespace llk
