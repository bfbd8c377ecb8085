// SPDX-License-Identifier: GPL-3.0-or-later
//
// Treebanks of a test, made on the spot.
#pragma once

#include "core/formats/bracket_writer.h"
#include "core/treebank/generate.h"

#include <QString>
#include <QTemporaryDir>

#include <fstream>
#include <string>

namespace batchscope::testing {

/// Writes generated trees to a file of that name in the folder; its path.
inline std::string generatedFile(const QTemporaryDir& folder, const QString& name, const GenerateOptions& options) {
    const std::string path = folder.filePath(name).toStdString();
    std::ofstream file(path);
    const Treebank bank = *generateTreebank(options);
    for (const Tree& tree : bank.trees.heldTrees()) {
        file << toBrackets(tree, bank.words, bank.labels) << '\n';
    }
    return path;
}

} // namespace batchscope::testing
