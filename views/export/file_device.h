// SPDX-License-Identifier: GPL-3.0-or-later
//
// A file that is written as core/bytes writes files, for what writes to a QIODevice.
#pragma once

#include "core/bytes/file_writer.h"

#include <QIODevice>

namespace batchscope {

/// Open from the beginning; sequential.
class FileDevice final : public QIODevice {
public:
    explicit FileDevice(FileWriter file);

    /// As FileWriter::finish. If a write failed before, returns that error.
    [[nodiscard]] Status finish();
    [[nodiscard]] qint64 written() const { return static_cast<qint64>(m_file.written()); }
    [[nodiscard]] bool isSequential() const override { return true; }

protected:
    qint64 readData(char* bytes, qint64 most) override;
    qint64 writeData(const char* bytes, qint64 size) override;

private:
    FileWriter m_file;
    Status m_status = Ok{};
};

} // namespace batchscope
