// SPDX-License-Identifier: GPL-3.0-or-later
//
// The threads of the window: one set, regardless of how many pictures are shown. All sessions use the same lanes, so
// that LibTorch and the engine never run for two sessions at once, and no run is timed while another one runs. GUI
// thread only; must outlive the sessions.
#pragma once

#include "core/jobs/lane.h"

#include <QObject>

#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace batchscope {

/// Delivers messages on the thread of `owner`, which must live as long as the lane that posts them.
[[nodiscard]] Post postTo(QObject& owner);

class Lanes final : public QObject {
public:
    Lanes();

    /// The lane for everything that runs LibTorch or the engine, or measures times.
    [[nodiscard]] Lane& compute() { return m_compute; }
    /// The lane for the rest of large files; never runs LibTorch.
    [[nodiscard]] Lane& read() { return m_read; }

private:
    Lane m_compute;
    Lane m_read;
};

/// A thread of one view, for searches and pictures that take longer than a frame; never runs LibTorch. A new request
/// replaces the previous one. Make it the last member of `owner`: its jobs may still run while the owner is destroyed.
class ViewLane {
public:
    explicit ViewLane(QObject& owner);

    /// `make(const JobControl&)` runs on the lane's thread and returns a T or a Result<T>. `take(Result<T>)` is called
    /// on the owner's thread when the request ends, with an error also if `make` threw. Neither is called once the
    /// request is dropped or replaced.
    template <typename Make, typename Take>
    void ask(Make make, Take take, ProgressSink progress = {}) {
        using Made = std::invoke_result_t<Make, const JobControl&>;
        using Taken = typename AsResult<Made>::Type;
        const auto made = std::make_shared<std::optional<Made>>();
        const Job job = [make = std::move(make), made](const JobControl& control) -> Status {
            *made = make(control);
            return Ok{};
        };
        m_newest.ask({.prepare = [job] { return Job(job); },
                      .progress = std::move(progress),
                      .ended =
                          [take = std::move(take), made](RequestState, const std::optional<Error>& error) {
                              if (error) {
                                  take(Taken(*error));
                              } else {
                                  take(Taken(std::move(**made)));
                              }
                          }});
    }
    void drop() { m_newest.drop(); }
    [[nodiscard]] bool isOpen() const { return m_newest.isOpen(); }

private:
    template <typename T>
    struct AsResult {
        using Type = Result<T>;
    };
    template <typename T>
    struct AsResult<Result<T>> {
        using Type = Result<T>;
    };

    Lane m_lane;
    Newest m_newest;
};

} // namespace batchscope
