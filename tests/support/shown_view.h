// SPDX-License-Identifier: GPL-3.0-or-later
//
// A view with its session, on the screen.
#pragma once

#include "tests/support/sessions.h"
#include "tests/support/snapshots.h"
#include "views/session/lanes.h"
#include "views/session/playback.h"

#include <QSize>

namespace batchscope::testing {

/// `View` is a widget made from a session and a playback. Each member depends only on the members before it.
template <typename View>
struct ShownView {
    TreesFile file;
    Lanes lanes;
    Session session{lanes};
    Playback playback{session};
    View view{session, playback};

    explicit ShownView(QSize size, Timing timing = Timing::Off) {
        setTiming(session, timing);
        view.resize(size);
        view.show();
    }

    /// Opens kThreeTrees and waits for the complete run; false after kPatience.
    [[nodiscard]] bool open() {
        session.open({file.path()});
        const bool isOpen = waitIdle(session) && session.snapshot()->report != nullptr;
        settle();
        return isOpen;
    }
};

} // namespace batchscope::testing
