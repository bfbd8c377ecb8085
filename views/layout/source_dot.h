// SPDX-License-Identifier: GPL-3.0-or-later
//
// Carries out the choice SourceLayout::Dot: asks Graphviz to place the source trees that the session shows, and passes
// the result to the session. Until then, and if there is no result, the trees stay where they are.
#pragma once

#include "views/layout/dot_process.h"

#include <QObject>
#include <QString>

#include <memory>

namespace batchscope {

class Session;
struct OpGraph;

class SourceDot final : public QObject {
    Q_OBJECT

public:
    explicit SourceDot(Session& session, QObject* parent = nullptr);

    [[nodiscard]] bool running() const { return m_dot.running(); }

signals:
    /// Why the trees do not have the requested layout, emitted once until that changes; empty when there is nothing to
    /// say any more.
    void noticed(const QString& message);

private:
    void follow();
    void ask();
    void take(const std::shared_ptr<const OpGraph>& graph, const DotAnswer& answer);
    void say(const QString& message);

    Session& m_session;
    DotProcess m_dot;
    std::shared_ptr<const OpGraph> m_asked; // last, with or without success
    QString m_said;
    bool m_told = false; // that this choice is not followed: fewer or other trees shall not make it come up again
};

} // namespace batchscope
