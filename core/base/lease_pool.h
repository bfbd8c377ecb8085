// SPDX-License-Identifier: GPL-3.0-or-later
//
// A pool that reuses objects with costly memory. A lease is an ordinary shared pointer; when its last copy is
// destroyed, on any thread, the object returns to the pool unchanged, and the next lease may reuse it:
//
//     LeasePool<State> pool(3);
//     const std::shared_ptr<State> state = pool.lease();
//
// A leased object is never leased twice at a time. A lease may outlive its pool; its object is then destroyed with it.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace batchscope {

template <typename T>
class LeasePool {
public:
    /// `kept` is the maximum number of free objects in the pool; further returned objects are destroyed.
    explicit LeasePool(std::size_t kept) : m_shelf(std::make_shared<Shelf>(kept)) {}
    LeasePool(const LeasePool&) = delete;
    LeasePool& operator=(const LeasePool&) = delete;
    ~LeasePool() { m_shelf->close(); }

    /// The object that was returned last, with its contents, or a new object. Never null.
    [[nodiscard]] std::shared_ptr<T> lease() {
        std::unique_ptr<T> object = m_shelf->take();
        if (object == nullptr) {
            object = std::make_unique<T>();
        }
        Return back{m_shelf};
        return std::shared_ptr<T>(object.release(), std::move(back)); // calls `back` if it throws
    }

private:
    /// The free objects. Shared by the pool and all leases, so that either may be destroyed first.
    class Shelf {
    public:
        explicit Shelf(std::size_t kept) : m_kept(kept) { m_free.reserve(kept); }

        [[nodiscard]] std::unique_ptr<T> take() {
            const std::lock_guard lock(m_mutex);
            if (m_free.empty()) {
                return nullptr;
            }
            std::unique_ptr<T> object = std::move(m_free.back());
            m_free.pop_back();
            return object;
        }

        void putBack(std::unique_ptr<T> object) noexcept {
            const std::lock_guard lock(m_mutex);
            if (m_free.size() < m_kept) {
                m_free.push_back(std::move(object)); // does not allocate: the constructor reserved the room
            }
        }

        void close() {
            std::vector<std::unique_ptr<T>> waiting; // destroyed after the lock is released
            const std::lock_guard lock(m_mutex);
            m_kept = 0;
            waiting.swap(m_free);
        }

    private:
        std::mutex m_mutex;
        std::size_t m_kept;
        std::vector<std::unique_ptr<T>> m_free; // in the order of return
    };

    struct Return {
        std::shared_ptr<Shelf> shelf;
        void operator()(T* object) const noexcept { shelf->putBack(std::unique_ptr<T>(object)); }
    };

    std::shared_ptr<Shelf> m_shelf;
};

} // namespace batchscope
