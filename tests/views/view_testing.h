// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: view tests need a snapshot. This one is made by hand from the pure stages, so no engine and no thread runs.
#pragma once

#include <QTemporaryFile>

#include "core/session/snapshot.h"

#include <string>
#include <string_view>

namespace batchscope::testing {

inline constexpr std::string_view kThreeTrees =
    "(3 (2 (2 A) (2 tree)) (2 (2 of) (2 words)))\n(2 (2 two) (2 leaves))\n(4 (2 very) (3 (3 good) (2 indeed)))\n";

/// kThreeTrees in a file that is gone with the object.
class TreesFile {
public:
    TreesFile();
    [[nodiscard]] std::string path() const { return m_file.fileName().toStdString(); }

private:
    QTemporaryFile m_file;
};

/// Everything but a run.
[[nodiscard]] Snapshot snapshotOf(std::string_view treebank, const std::string& policy);

} // namespace batchscope::testing
