// SPDX-License-Identifier: GPL-3.0-or-later
//
// What Graphviz may do wrong is tried with programs that do it on purpose: a shell script that stands in for dot as
// long as the object lives. One at a time: the environment names it.
#pragma once

#include <QByteArray>
#include <QString>
#include <QTemporaryDir>

namespace batchscope::testing {

class FakeDot {
public:
    /// The script may name its folder as "$here". What waits() gives ends once letGo() has been called.
    explicit FakeDot(const QString& script, const QString& firstLine = QStringLiteral("#!/bin/sh"));
    ~FakeDot();
    FakeDot(const FakeDot&) = delete;
    FakeDot& operator=(const FakeDot&) = delete;

    /// A line of a script, for a dot that is exactly as slow as the test wants.
    [[nodiscard]] static QString waits() { return QStringLiteral("flock \"$here/gate\" true\n"); }
    /// All scripts that wait go on, and later ones do not wait.
    void letGo();

    /// What the script wrote to a file in its folder; empty when there is none.
    [[nodiscard]] QByteArray file(const QString& name) const;

private:
    QTemporaryDir m_folder;
    int m_gate = -1; ///< descriptor of the locked file
};

} // namespace batchscope::testing
