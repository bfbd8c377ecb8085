// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_dot.h"

#include <QFile>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#include <utility>

namespace batchscope::testing {

FakeDot::FakeDot(const QString& script, const QString& firstLine) {
    QFile file(m_folder.filePath(QStringLiteral("dot")));
    if (file.open(QIODevice::WriteOnly)) {
        const QString here = QStringLiteral("here=$(dirname \"$0\")");
        file.write((firstLine + u'\n' + here + u'\n' + script + u'\n').toUtf8());
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    qputenv("BATCHSCOPE_DOT", file.fileName().toUtf8());
    m_gate = open(qPrintable(m_folder.filePath(QStringLiteral("gate"))), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (m_gate < 0 || flock(m_gate, LOCK_EX) != 0) {
        qFatal("no gate for the fake dot");
    }
}

FakeDot::~FakeDot() {
    letGo();
    qunsetenv("BATCHSCOPE_DOT");
}

void FakeDot::letGo() {
    if (m_gate >= 0) {
        close(std::exchange(m_gate, -1));
    }
}

QByteArray FakeDot::file(const QString& name) const {
    QFile file(m_folder.filePath(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace batchscope::testing
