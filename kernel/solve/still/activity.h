// Which pairs took part in recent conflicts: a heap by activity, which grows with every conflict of a pair.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "solve/pairs.h"

namespace llk {

/// The activities of all pairs.
class Activity {
  public:
    explicit Activity(std::size_t pairs) : activity_(pairs), place_(pairs), heap_(pairs) {
        for (std::size_t i = 0; i < pairs; ++i) {
            heap_[i] = static_cast<Pair>(i);
            place_[i] = static_cast<std::int32_t>(i);
        }
    }

    double value(Pair pair) const { return activity_[index(pair)]; }

    void raise(Pair pair) {
        if ((activity_[index(pair)] += step_) > LARGE) rescale();
        if (place_[index(pair)] != OUT) rise(index(place_[index(pair)]));
    }

    /// Makes later conflicts count more.
    void decay() { step_ /= DECAY; }

    /// Pops the most active pair; ties go to the lower number.
    Pair pop() {
        const Pair top = heap_.front();
        const Pair last = heap_.back();
        heap_.pop_back();
        place_[index(top)] = OUT;
        if (!heap_.empty()) {
            put(0, last);
            sink(0);
        }
        return top;
    }

    /// Puts a pair back into the heap.
    void push(Pair pair) {
        if (place_[index(pair)] != OUT) return;
        heap_.push_back(pair);
        place_[index(pair)] = static_cast<std::int32_t>(heap_.size() - 1);
        rise(heap_.size() - 1);
    }

  private:
    static constexpr double DECAY = 0.95, LARGE = 1e100;
    static constexpr std::int32_t OUT = -1;

    static std::size_t index(std::int32_t number) { return static_cast<std::size_t>(number); }
    bool before(Pair a, Pair b) const { return value(a) != value(b) ? value(a) > value(b) : a < b; }
    void put(std::size_t place, Pair pair) {
        heap_[place] = pair;
        place_[index(pair)] = static_cast<std::int32_t>(place);
    }
    void rise(std::size_t place) {
        const Pair pair = heap_[place];
        for (; place > 0 && before(pair, heap_[(place - 1) / 2]); place = (place - 1) / 2)
            put(place, heap_[(place - 1) / 2]);
        put(place, pair);
    }
    void sink(std::size_t place) {
        const Pair pair = heap_[place];
        for (std::size_t child; (child = 2 * place + 1) < heap_.size(); place = child) {
            if (child + 1 < heap_.size() && before(heap_[child + 1], heap_[child])) ++child;
            if (!before(heap_[child], pair)) break;
            put(place, heap_[child]);
        }
        put(place, pair);
    }
    void rescale() {
        for (double& activity : activity_) activity /= LARGE;
        step_ /= LARGE;
    }

    double step_ = 1;
    std::vector<double> activity_;
    std::vector<std::int32_t> place_;  // by pair: its place in the heap
    std::vector<Pair> heap_;
};

}  // namespace llk
