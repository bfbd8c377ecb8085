// SPDX-License-Identifier: GPL-3.0-or-later
//
// The states of a request and the transitions between them, in one table. Callers read a state instead of combining
// booleans to find out whether a request still runs, was stopped, or may show its results.
#pragma once

#include <array>
#include <optional>

namespace batchscope {

enum class RequestState {
    Waiting,   ///< its turn has not come
    Running,   ///< its job runs
    Stopping,  ///< its job was asked to stop, and has not ended
    Done,      ///< its job ended well
    Failed,    ///< its job ended with an error
    Cancelled, ///< it was stopped, before its job began or while it ran
};
inline constexpr std::array kRequestStates = {RequestState::Waiting, RequestState::Running, RequestState::Stopping,
                                              RequestState::Done,    RequestState::Failed,  RequestState::Cancelled};

enum class RequestEvent {
    Begin,   ///< its turn has come
    Stop,    ///< it is no longer wanted
    Succeed, ///< its job ended well
    Fail,    ///< its job ended with an error
    Yield,   ///< its job ended early because something asked it to
};
inline constexpr std::array kRequestEvents = {RequestEvent::Begin, RequestEvent::Stop, RequestEvent::Succeed,
                                              RequestEvent::Fail, RequestEvent::Yield};

/// The state after `event`; nothing where the event cannot happen in this state.
[[nodiscard]] std::optional<RequestState> after(RequestState state, RequestEvent event);

/// Done, Failed and Cancelled: nothing follows.
[[nodiscard]] bool isOver(RequestState state);

} // namespace batchscope
