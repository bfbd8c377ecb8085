// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lanes in thousands of random orders of asking, stopping and ending: played by one thread, where each order can be
// repeated by its seed, and by real threads, whose order nobody chooses.
#include "core/base/random.h"
#include "core/jobs/lane.h"
#include "tests/core/jobs/lane_testing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>
#include <vector>

namespace batchscope {
namespace {

constexpr int kNews = 2; // that each job delivers

/// What happened to one request.
struct Asked {
    RequestId id = {};
    Urgency urgency = Urgency::Picture;
    std::atomic<int> runs = 0; // on the thread of the lane
    int begins = 0;
    int news = 0;
    int lateNews = 0; // after its end, or after it was dropped
    int ends = 0;
    bool stopped = false;
    bool dropped = false;
};

/// Asks, stops and drops at random, and notes what comes of it.
class Asker {
public:
    Asker(Lane& lane, std::uint64_t seed) : m_lane(lane), m_random(seed) {}

    /// Number of things that act() may do.
    static constexpr std::size_t kActs = 3;
    void act(std::size_t which) {
        if (which == 0) {
            submit();
        } else if (!m_asked.empty()) {
            Asked& asked = *m_asked[m_random.below(m_asked.size())];
            const bool isOpen = m_lane.stateOf(asked.id).has_value();
            if (which == 1) {
                asked.stopped = asked.stopped || isOpen;
                m_lane.stop(asked.id);
            } else {
                asked.dropped = asked.dropped || isOpen;
                m_lane.drop(asked.id);
            }
        }
    }
    Random& random() { return m_random; }

    [[nodiscard]] bool isAnyOpen() const {
        return std::any_of(m_asked.begin(), m_asked.end(),
                           [this](const auto& asked) { return m_lane.stateOf(asked->id).has_value(); });
    }

    void verify() const {
        for (const auto& asked : m_asked) {
            SCOPED_TRACE(static_cast<std::uint64_t>(asked->id));
            EXPECT_EQ(asked->ends, asked->dropped ? 0 : 1);
            EXPECT_LE(asked->begins, 1);
            EXPECT_EQ(asked->runs, asked->begins);
            EXPECT_EQ(asked->lateNews, 0);
            if (!asked->dropped) {
                EXPECT_EQ(asked->news, asked->begins * kNews);
                EXPECT_TRUE(asked->begins == 1 || asked->stopped);
            }
        }
    }

private:
    void submit() {
        const auto asked = std::make_shared<Asked>();
        asked->urgency = m_random.below(3) == 0 ? Urgency::Measurement : Urgency::Picture;
        m_asked.push_back(asked);
        asked->id = m_lane.submit(
            {.prepare = [this, asked] { return begin(asked); },
             .ended = [this, asked](RequestState state, const std::optional<Error>&) { end(*asked, state); },
             .urgency = asked->urgency});
    }

    Job begin(const std::shared_ptr<Asked>& asked) {
        ++asked->begins;
        for (const auto& other : m_asked) {
            const bool waits = other->begins == 0 && !other->stopped && !other->dropped;
            EXPECT_FALSE(waits && other->urgency < asked->urgency) << "a picture waits behind a measurement";
        }
        return [this, asked](const JobControl& control) -> Status {
            EXPECT_FALSE(m_running.exchange(true)) << "two jobs at a time";
            ++asked->runs;
            for (int news = 0; news < kNews; ++news) {
                control.deliver([asked] {
                    ++asked->news;
                    asked->lateNews += asked->ends > 0 || asked->dropped ? 1 : 0;
                });
                std::this_thread::yield();
            }
            m_running = false;
            return control.run().stopRequested() ? Status(cancelledError()) : Status(Ok{});
        };
    }

    void end(Asked& asked, RequestState state) {
        ++asked.ends;
        EXPECT_EQ(state, asked.stopped ? RequestState::Cancelled : RequestState::Done);
        if (m_random.below(4) == 0) {
            submit(); // as whoever goes on when something has ended
        }
    }

    Lane& m_lane;
    Random m_random;
    std::atomic<bool> m_running = false;
    std::vector<std::shared_ptr<Asked>> m_asked;
};

TEST(LaneOrders, HoldInManyRandomOnes) {
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
        SCOPED_TRACE(seed);
        Mail mail;
        std::function<void()> held;
        Lane lane(std::make_unique<HeldRunner>(held), mail.post());
        Asker asker(lane, seed);
        const auto runHeld = [&held] {
            if (held) {
                std::exchange(held, nullptr)();
            }
        };
        for (int event = 0; event < 40; ++event) {
            switch (const std::size_t what = asker.random().below(Asker::kActs + 3)) {
            case Asker::kActs: runHeld(); break;
            case Asker::kActs + 1:
            case Asker::kActs + 2: mail.handleOne(); break;
            default: asker.act(what);
            }
        }
        do {
            runHeld();
        } while (mail.handleOne() || held);
        EXPECT_FALSE(asker.isAnyOpen()) << "everything comes to its end";
        asker.verify();
        if (HasFailure()) {
            return; // one order tells it all
        }
    }
}

TEST(LaneOrders, HoldWithRealThreads) {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        SCOPED_TRACE(seed);
        Mail mail;
        Lane lane(std::make_unique<JobThread>(), mail.post());
        Asker asker(lane, seed);
        for (int event = 0; event < 60; ++event) {
            if (const std::size_t what = asker.random().below(Asker::kActs + 3); what < Asker::kActs) {
                asker.act(what);
            } else {
                mail.handleOne();
            }
        }
        mail.handleAll();
        while (asker.isAnyOpen()) { // the end of one may ask for another
            mail.wait();
            mail.handleAll();
        }
        asker.verify();
    }
}

TEST(LaneOrders, ALaneMayGoWhileItsJobRuns) {
    for (int round = 0; round < 200; ++round) {
        Mail mail;
        std::atomic<bool> began = false;
        {
            Lane lane(std::make_unique<JobThread>(), mail.post());
            lane.submit({.prepare = [&began] {
                return [&began](const JobControl& control) -> Status {
                    began = true;
                    while (!control.run().stopRequested()) {
                        control.deliver([] { ADD_FAILURE() << "heard after the end of the lane"; });
                        std::this_thread::yield();
                    }
                    return cancelledError();
                };
            }});
            while (round % 2 == 0 && !began) {
                std::this_thread::yield();
            }
        }
        mail.handleAll();
    }
}

} // namespace
} // namespace batchscope
