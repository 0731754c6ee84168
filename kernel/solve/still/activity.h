// Which pairs were much in the way lately: a heap by activity, which grows with every conflict a pair is part of.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "solve/pairs.h"

namespace llk {

class Activity {
  public:
    explicit Activity(std::size_t pairs) : activity_(pairs), place_(pairs), heap_(pairs) {
        for (std::size_t i = 0; i < pairs; ++i) {
            heap_[i] = static_cast<Pair>(i);
            place_[i] = static_cast<std::int32_t>(i);
        }
    }

    double of(Pair pair) const { return activity_[index(pair)]; }

    void raise(Pair pair) {
        if ((activity_[index(pair)] += step_) > LARGE) rescale();
        if (place_[index(pair)] != OUT) rise(index(place_[index(pair)]));
    }

    /// What happens later counts more.
    void decay() { step_ /= DECAY; }

    /// Takes the most active pair out of the heap; of equals the one with the smaller number.
    Pair most_active() {
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
    void offer(Pair pair) {
        if (place_[index(pair)] != OUT) return;
        heap_.push_back(pair);
        place_[index(pair)] = static_cast<std::int32_t>(heap_.size() - 1);
        rise(heap_.size() - 1);
    }

  private:
    static constexpr double DECAY = 0.95, LARGE = 1e100;
    static constexpr std::int32_t OUT = -1;

    static std::size_t index(std::int32_t number) { return static_cast<std::size_t>(number); }
    bool before(Pair a, Pair b) const { return of(a) != of(b) ? of(a) > of(b) : a < b; }
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
    std::vector<std::int32_t> place_;  // by pair: where it is in the heap
    std::vector<Pair> heap_;
};

}  // namespace llk
