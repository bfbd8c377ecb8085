// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/stepwise.h"

#include <utility>

namespace batchscope {

void Stepwise::begin(Step step) {
    m_step = std::move(step);
    m_isPaused = false;
    ask();
    emit changed();
}

void Stepwise::ask() {
    m_wasLast = false;
    const auto job = [this, step = m_step](const JobControl& control) -> Status {
        control.deliver([this] { emit changed(); }); // it waits no more
        const Result<bool> wasLast = step(control);
        TRY(wasLast);
        control.deliver([this, wasLast = *wasLast] {
            m_wasLast = wasLast;
            emit changed();
        });
        return Ok{};
    };
    m_request.ask({.prepare = [job] { return Job(job); },
                   .progress = m_progress,
                   .ended = [this](RequestState state, const std::optional<Error>& error) { end(state, error); },
                   .urgency = Urgency::Measurement});
}

void Stepwise::end(RequestState state, const std::optional<Error>& error) {
    if (state == RequestState::Done && !m_wasLast) {
        if (!m_isPaused) {
            ask();
        }
        emit changed();
        return;
    }
    m_step = nullptr;
    emit changed();
    if (state == RequestState::Failed) {
        emit failed(QString::fromStdString(error->text()));
    }
}

void Stepwise::giveWay() {
    if (m_request.state() == RequestState::Running) {
        m_request.drop();
        ask();
        emit changed();
    }
}

void Stepwise::goOn() {
    m_isPaused = false;
    if (m_step && !m_request.isOpen()) {
        ask();
    }
    emit changed();
}

void Stepwise::cancel() {
    if (m_step) {
        m_request.drop();
        m_step = nullptr;
        m_isPaused = false;
        emit changed();
    }
}

Stepwise::State Stepwise::state() const {
    if (!m_step) {
        return State::Empty;
    }
    return m_request.state() == RequestState::Waiting ? State::Waiting : State::Running;
}

} // namespace batchscope
