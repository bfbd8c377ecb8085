// SPDX-License-Identifier: GPL-3.0-or-later
//
// Small inputs for views, and a snapshot made by hand from the pure stages: no engine and no thread runs.
#pragma once

#include <QTemporaryFile>

#include "core/session/snapshot.h"

#include <string>
#include <string_view>

namespace batchscope::testing {

inline constexpr std::string_view kThreeTrees =
    "(3 (2 (2 A) (2 tree)) (2 (2 of) (2 words)))\n(2 (2 two) (2 leaves))\n(4 (2 very) (3 (3 good) (2 indeed)))\n";

/// A program with one op of each kind of argument: two nodes with a shared row and a constant each, and two sums over
/// any number of rows.
inline constexpr std::string_view kProgram = R"({"batchscope_program": 1,
    "params": [{"name": "T", "rows": 9, "columns": 2}],
    "ops": [{"name": "look", "arguments": [{"name": "i", "class": "integer"}],
             "body": [{"name": "y", "do": "lookup", "of": ["i"], "table": "T"}], "outputs": ["y"]},
            {"name": "mix", "arguments": [{"name": "s", "class": "shared", "width": 2},
                                          {"name": "c", "class": "constant", "width": 2}],
             "body": [{"name": "y", "do": "add", "of": ["s", "c"]}], "outputs": ["y"]},
            {"name": "sum", "arguments": [{"name": "x", "class": "row", "width": 2, "variadic": true}],
             "body": [{"name": "y", "do": "segment_sum", "of": ["x"]}], "outputs": ["y"]}],
    "calls": [{"name": "a", "op": "look", "args": [{"integer": 7}]},
              {"name": "b", "op": "mix", "args": [{"shared": "a"}, {"constant": [1, 2.5]}]},
              {"name": "c", "op": "mix", "args": [{"shared": "a"}, {"constant": [3, 4]}]},
              {"name": "d", "op": "sum", "args": [["b", "c"]]},
              {"name": "e", "op": "sum", "args": [["b"]]}],
    "outputs": ["d", "e"]})";

/// kThreeTrees in a file that is removed with this object.
class TreesFile {
public:
    TreesFile();
    [[nodiscard]] std::string path() const { return m_file.fileName().toStdString(); }

private:
    QTemporaryFile m_file;
};

/// A snapshot with everything but a run.
[[nodiscard]] Snapshot snapshotOf(std::string_view treebank, const std::string& policy,
                                  const GraphOptions& options = {});

} // namespace batchscope::testing
