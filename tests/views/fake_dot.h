// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: what Graphviz may do wrong is tried with programs that do it on purpose: shell scripts that stand in for dot as
// long as the object lives.
#pragma once

#include <QFile>
#include <QString>
#include <QTemporaryDir>

namespace batchscope::testing {

class FakeDot {
public:
    explicit FakeDot(const QString& script, const QString& firstLine = QStringLiteral("#!/bin/sh")) {
        QFile file(m_folder.filePath(QStringLiteral("dot")));
        if (file.open(QIODevice::WriteOnly)) {
            file.write((firstLine + QStringLiteral("\n") + script + QStringLiteral("\n")).toUtf8());
            file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        }
        qputenv("BATCHSCOPE_DOT", file.fileName().toUtf8());
    }
    ~FakeDot() { qunsetenv("BATCHSCOPE_DOT"); }
    FakeDot(const FakeDot&) = delete;
    FakeDot& operator=(const FakeDot&) = delete;

    /// What the script wrote beside itself.
    [[nodiscard]] QByteArray file(const QString& name) const {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private:
    QTemporaryDir m_folder;
};

} // namespace batchscope::testing
