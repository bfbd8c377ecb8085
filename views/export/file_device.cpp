// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/export/file_device.h"

namespace batchscope {

FileDevice::FileDevice(FileWriter file) : m_file(std::move(file)) {
    open(QIODevice::WriteOnly | QIODevice::Unbuffered);
}

Status FileDevice::finish() {
    return m_status ? m_file.finish() : m_status;
}

qint64 FileDevice::readData(char* /*bytes*/, qint64 /*most*/) {
    return -1;
}

qint64 FileDevice::writeData(const char* bytes, qint64 size) {
    if (m_status) {
        m_status = m_file.write({bytes, static_cast<std::size_t>(size)});
    }
    if (!m_status) {
        setErrorString(QString::fromStdString(m_status.error().message));
    }
    return m_status ? size : -1;
}

} // namespace batchscope
