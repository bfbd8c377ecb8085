// SPDX-License-Identifier: GPL-3.0-or-later
//
// Objects with costly memory, lent out and taken back. A lease is an ordinary shared pointer; when its last holder lets
// go, on whatever thread, the object returns to the pool as it is, and the next lease may be of it:
//
//     LeasePool<State> pool(3);
//     const std::shared_ptr<State> state = pool.lease();
//
// An object that is held is never handed out again. A lease may outlive its pool; its object is then destroyed with it.
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
    /// `kept`: most objects that wait for their next lease; what returns beyond that is destroyed.
    explicit LeasePool(std::size_t kept) : m_shelf(std::make_shared<Shelf>(kept)) {}
    LeasePool(const LeasePool&) = delete;
    LeasePool& operator=(const LeasePool&) = delete;
    ~LeasePool() { m_shelf->close(); }

    /// The object that returned last, with what it held then, or a new one. Never null.
    [[nodiscard]] std::shared_ptr<T> lease() {
        std::unique_ptr<T> object = m_shelf->take();
        if (object == nullptr) {
            object = std::make_unique<T>();
        }
        Return back{m_shelf};
        return std::shared_ptr<T>(object.release(), std::move(back)); // calls `back` where it throws
    }

private:
    /// What waits. The pool and every lease hold it, so that either may go first.
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
                m_free.push_back(std::move(object)); // there is room: the constructor made it
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
        std::vector<std::unique_ptr<T>> m_free; // the last one returned last
    };

    struct Return {
        std::shared_ptr<Shelf> shelf;
        void operator()(T* object) const noexcept { shelf->putBack(std::unique_ptr<T>(object)); }
    };

    std::shared_ptr<Shelf> m_shelf;
};

} // namespace batchscope
