#include <algorithm>
#include <string>
#include <vector>

namespace shelf {

// A ring of N0 slots; the oldest value gives way.
template <typename T, std::size_t Size = 32>
class Ring {
public:
    void push(T value) noexcept {
        slots_[head_++ % Size] = std::move(value);
    }
    [[nodiscard]] bool contains(const T& value) const {
        return std::find(slots_.begin(), slots_.end(), value) != slots_.end();
    }
private:
    std::vector<T> slots_{Size};
    std::size_t head_ = 0;  // grows for ever
};

}  // namespace shelf
