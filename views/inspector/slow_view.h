// SPDX-License-Identifier: GPL-3.0-or-later
//
// *Why slow?*: what a step spends its time on, which signatures have more batches than they must, and which single
// change needs fewer. All of it is found on a thread of the panel, once the run is complete, so that it does not
// disturb what it explains; the newest run counts.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "core/session/diagnosis.h"
#include "core/session/remedies.h"
#endif
#include "views/inspector/page_view.h"

#include <memory>
#include <optional>

namespace batchscope {

class SlowView final : public PageView {
    Q_OBJECT

public:
    SlowView(Session& session, Playback& playback, QWidget* parent = nullptr);

    /// Whether something is still being found out.
    [[nodiscard]] bool isLooking() const { return m_lane.isOpen(); }

protected:
    void catchUp(const Changes& changes) override;

private:
    /// What is found out of one run, part by part, the quickest first.
    struct Found {
        std::optional<Diagnosis> diagnosis;
        std::optional<Remedies> remedies;
        QString fault;
    };

    [[nodiscard]] bool isComplete() const;
    void diagnoseRun();
    void findRemedies();
    template <typename T>
    bool keep(Result<T> found, std::optional<T> Found::*place);
    void render(bool isSamePage);
    void follow(const QString& scheme, std::size_t index) override;

    std::shared_ptr<const Snapshot> m_run; ///< that was looked at; null: none
    Found m_found;
    ViewLane m_lane;
};

} // namespace batchscope
