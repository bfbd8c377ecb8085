// SPDX-License-Identifier: GPL-3.0-or-later
//
// *Why slow?*: where a step spends its time, which signatures have more batches than necessary, and which single change
// needs fewer. A thread of the panel computes this once the run is complete, so that the run is not disturbed; the
// newest run wins.
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

    /// True while results are being computed.
    [[nodiscard]] bool isLooking() const { return m_lane.isOpen(); }

protected:
    void catchUp(const Changes& changes) override;

private:
    /// The results for one run, computed part by part, the quickest first.
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

    std::shared_ptr<const Snapshot> m_run; ///< the run that was examined; null: none
    Found m_found;
    ViewLane m_lane;
};

} // namespace batchscope
