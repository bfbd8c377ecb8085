// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lanes: one job at a time, what is heard of a request, and whose turn it is.
#include "core/jobs/lane.h"
#include "tests/core/jobs/lane_testing.h"

#include <gmock/gmock.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace batchscope {
namespace {

using testing::ElementsAre;

/// A lane whose job runs when the test says so; notes what is heard.
class HeldLane : public testing::Test {
protected:
    /// A request that notes "name begins", each of `news`, and how it ended.
    Request noting(const std::string& name, const std::vector<std::string>& news = {}, Status result = Ok{}) {
        return {.prepare =
                    [this, name, news, result] {
                        m_heard.push_back(name + " begins");
                        return [this, name, news, result](const JobControl& control) {
                            for (const std::string& each : news) {
                                control.deliver([this, text = name + " " + each] { m_heard.push_back(text); });
                            }
                            return control.run().stopRequested() ? Status(cancelledError()) : result;
                        };
                    },
                .ended =
                    [this, name](RequestState state, const std::optional<Error>& error) {
                        m_heard.push_back(name + " " + std::string(nameOf(state)) +
                                          (error ? ": " + error->message : ""));
                    }};
    }

    void runHeld() {
        ASSERT_TRUE(m_held) << "nothing began";
        std::exchange(m_held, nullptr)();
    }
    void runAll() {
        do {
            m_mail.handleAll();
            if (m_held) {
                runHeld();
            }
        } while (m_held || m_mail.handleOne());
    }
    std::vector<std::string> heard() { return std::exchange(m_heard, {}); }

    Mail m_mail;
    std::function<void()> m_held;
    std::vector<std::string> m_heard;
    Lane m_lane{std::make_unique<HeldRunner>(m_held), m_mail.post()};
};

TEST_F(HeldLane, RunsInTheOrderOfAsking) {
    m_lane.submit(noting("a", {"half"}));
    m_lane.submit(noting("b"));
    EXPECT_THAT(heard(), ElementsAre("a begins"));
    runAll();
    EXPECT_THAT(heard(), ElementsAre("a half", "a done", "b begins", "b done"));
}

TEST_F(HeldLane, WhatIsAskedForAtTheEndComesBeforeAWaitingMeasurement) {
    Request first = noting("first");
    first.ended = [this](RequestState, const std::optional<Error>&) { m_lane.submit(noting("picture")); };
    m_lane.submit(first);
    Request sweep = noting("sweep");
    sweep.urgency = Urgency::Measurement;
    m_lane.submit(sweep);
    runAll();
    EXPECT_THAT(heard(), ElementsAre("first begins", "picture begins", "picture done", "sweep begins", "sweep done"));
}

TEST_F(HeldLane, AWaitingRequestNeverBegins) {
    m_lane.submit(noting("a"));
    m_lane.stop(m_lane.submit(noting("stopped")));
    m_lane.drop(m_lane.submit(noting("dropped")));
    EXPECT_THAT(heard(), ElementsAre("a begins")); // the end of the stopped one comes as a message, too
    runAll();
    EXPECT_THAT(heard(), ElementsAre("stopped cancelled", "a done"));
}

TEST_F(HeldLane, WhatIsDroppedAfterItWasStoppedIsNotHeardEither) {
    m_lane.submit(noting("a"));
    const RequestId waiting = m_lane.submit(noting("b"));
    m_lane.stop(waiting);
    EXPECT_EQ(m_lane.stateOf(waiting), RequestState::Cancelled); // its end was not told yet
    m_lane.drop(waiting);
    runAll();
    EXPECT_THAT(heard(), ElementsAre("a begins", "a done"));
    EXPECT_EQ(m_lane.stateOf(waiting), std::nullopt);
}

TEST_F(HeldLane, SaysWhatFailed) {
    m_lane.submit(noting("a", {}, Error{ErrorCode::Io, "no disk"}));
    m_lane.submit({.prepare = [] { return [](const JobControl&) -> Status { throw std::runtime_error("no memory"); }; },
                   .ended =
                       [this](RequestState state, const std::optional<Error>& error) {
                           m_heard.push_back(std::string(nameOf(state)) + ": " + error->message);
                       }});
    runAll();
    EXPECT_THAT(heard(), ElementsAre("a begins", "a failed: no disk", "failed: cannot continue: no memory"));
}

TEST_F(HeldLane, NobodyHearsTheErrorOfAStoppedJob) {
    Request request = noting("a");
    request.prepare = [] { return [](const JobControl&) -> Status { return Error{ErrorCode::Io, "no disk"}; }; };
    m_lane.stop(m_lane.submit(request));
    runAll();
    EXPECT_THAT(heard(), ElementsAre("a cancelled"));
}

TEST_F(HeldLane, StartsFromWhatIsTrueThen) {
    int shown = 1;
    std::vector<int> seen;
    m_lane.submit(noting("a"));
    m_lane.submit({.prepare = [&] {
        return [&seen, now = shown](const JobControl&) -> Status {
            seen.push_back(now);
            return Ok{};
        };
    }});
    shown = 2;
    runAll();
    EXPECT_THAT(seen, ElementsAre(2));
}

TEST_F(HeldLane, NewestReplacesItsOwnRequestOnly) {
    Newest one(m_lane);
    Newest other(m_lane);
    one.ask(noting("one 1"));
    other.ask(noting("other"));
    one.ask(noting("one 2"));
    one.ask(noting("one 3"));
    EXPECT_EQ(one.state(), RequestState::Waiting);
    runAll();
    EXPECT_THAT(heard(), ElementsAre("one 1 begins", "other begins", "other done", "one 3 begins", "one 3 done"));
    EXPECT_FALSE(one.isOpen());
}

TEST_F(HeldLane, AskersMayGoWhileTheyWait) {
    {
        Newest gone(m_lane);
        gone.ask(noting("running"));
        Newest waits(m_lane);
        waits.ask(noting("waiting"));
    }
    runAll();
    EXPECT_THAT(heard(), ElementsAre("running begins"));
}

TEST(Lanes, MessagesMayOutliveThem) {
    Mail mail;
    int heard = 0;
    {
        std::function<void()> held;
        Lane lane(std::make_unique<HeldRunner>(held), mail.post());
        lane.submit({.prepare = [&heard] {
            return [&heard](const JobControl& control) -> Status {
                control.deliver([&heard] { ++heard; });
                return Ok{};
            };
        }});
        held();
    }
    mail.handleAll();
    EXPECT_EQ(heard, 0);
}

} // namespace
} // namespace batchscope
