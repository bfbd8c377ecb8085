// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory that is lent out: never to two at once, back when the last holder lets go, whichever goes first.
#include "core/base/lease_pool.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <optional>
#include <set>
#include <thread>
#include <vector>

namespace batchscope {
namespace {

struct Block {
    Block() { ++alive; }
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;
    ~Block() { --alive; }

    static inline std::atomic<int> alive = 0;
    int number = 0;            ///< not atomic: ThreadSanitizer tells when two hold it
    std::atomic<int> held = 0; ///< holders at this moment
};

TEST(LeasePool, WhatIsHeldIsNotHandedOutAgain) {
    LeasePool<Block> pool(2);
    std::vector<std::shared_ptr<Block>> leases;
    std::set<Block*> blocks;
    for (int index = 0; index < 5; ++index) {
        leases.push_back(pool.lease());
        blocks.insert(leases.back().get());
    }
    EXPECT_EQ(blocks.size(), 5U) << "more than are kept";
}

TEST(LeasePool, ACopyOfALeaseHoldsTheObjectToo) {
    LeasePool<Block> pool(2);
    std::shared_ptr<Block> first = pool.lease();
    const std::shared_ptr<const Block> shown = first;
    first.reset();
    EXPECT_NE(pool.lease().get(), shown.get());
}

TEST(LeasePool, WhatReturnedIsHandedOutWithWhatItHeld) {
    LeasePool<Block> pool(2);
    std::shared_ptr<Block> lease = pool.lease();
    Block* const block = lease.get();
    lease->number = 7;
    lease.reset();
    lease = pool.lease();
    EXPECT_EQ(lease.get(), block);
    EXPECT_EQ(lease->number, 7);
}

TEST(LeasePool, NoMoreThanAreKeptWait) {
    LeasePool<Block> pool(2);
    {
        const std::array<std::shared_ptr<Block>, 3> leases = {pool.lease(), pool.lease(), pool.lease()};
        EXPECT_EQ(Block::alive, 3);
    }
    EXPECT_EQ(Block::alive, 2);
}

TEST(LeasePool, LeavesLeasesThatOutliveIt) {
    std::optional<LeasePool<Block>> pool(std::in_place, 2U);
    std::shared_ptr<Block> held = pool->lease();
    pool->lease().reset(); // one that waits
    held->number = 3;
    EXPECT_EQ(Block::alive, 2);
    pool.reset();
    EXPECT_EQ(Block::alive, 1) << "what waited is gone, what is held is not";
    EXPECT_EQ(held->number, 3);
    held.reset();
    EXPECT_EQ(Block::alive, 0);
}

TEST(LeasePool, TwoThreadsNeverHoldOneObject) {
    LeasePool<Block> pool(2);
    std::atomic<int> shared = 0;
    const auto work = [&] {
        for (int time = 0; time < 2000; ++time) {
            const std::shared_ptr<Block> lease = pool.lease();
            shared += lease->held.fetch_add(1) == 0 ? 0 : 1;
            lease->number = lease->number + 1;
            lease->held.fetch_sub(1);
        }
    };
    {
        const std::jthread left(work);
        const std::jthread right(work);
    }
    EXPECT_EQ(shared, 0);
    EXPECT_LE(Block::alive, 2);
}

TEST(LeasePool, AnotherThreadMayLetGoLast) {
    LeasePool<Block> pool(1);
    for (int time = 0; time < 200; ++time) {
        std::shared_ptr<Block> lease = pool.lease();
        lease->number = time;
        int read = -1;
        {
            const std::jthread reader([shown = std::shared_ptr<const Block>(lease), &read] { read = shown->number; });
            lease.reset();
        }
        EXPECT_EQ(read, time);
        EXPECT_EQ(pool.lease()->number, time) << "it came back";
    }
}

} // namespace
} // namespace batchscope
