// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads a program: any graph, from a user's JSON file instead of a net. The file lists the ops, the calls and the
// requested values.
//
//     {"batchscope_program": 1,                      required: the version of the format
//      "name": "…", "note": "…",                     optional
//      "params": [{"name": "W", "rows": 2, "columns": 4, "init": "uniform"}],            optional; or "zero", "one"
//                                                    instead of init: "values", all numbers, row after row
//      "ops": [{"name": "cell",
//               "arguments": [{"name": "x", "class": "row", "width": 4}],
//               "body": [{"name": "h", "do": "linear", "of": ["x"], "weight": "W"},
//                        {"name": "y", "do": "tanh", "of": ["h"]}],
//               "outputs": ["y"],
//               "batchable": true},                  optional
//              {"name": "attend",
//               "arguments": [{"name": "x", "class": "row", "width": 4}],
//               "opaque": {"widths": [4, 4], "why": "aten::topk has no translation"}}],
//      "calls": [{"name": "a", "op": "cell", "args": ["b.0"], "instance": 0}],           instance optional: 0
//      "outputs": ["a", {"value": "a", "target": 1}]}                                    target optional: a class
//
// Of an opaque op only its place in the graph is known: what it takes, the columns of each output, and why no more is.
// A graph with one can be scheduled and drawn, but not run.
//
// Classes of arguments: row, shared, integer (without width), constant; a row may have "variadic": true, in the last
// slots. The body: see program_ops.cpp. An argument of a call, by the class of its slot:
//
//     row       "a.0": output 0 of the earlier call a; just "a" when its op has one output
//     variadic  ["a.0", "b.0"]; all variadic slots of a call take equally many
//     shared    {"shared": "a.0"}
//     integer   {"integer": 3}, below the rows of the tables it is looked up in
//     constant  {"constant": [1, 2.5]}, as many numbers as the slot is wide
//
// A row, or an item of a variadic slot, may be a constant, too: calls that give one are of a batch with those that give
// a value, as in TorchFold.
//
// An instance is to a program what a tree is to a net: the graph says for each node which instance it comes from.
#pragma once

#include "core/base/result.h"
#include "core/graph/fold.h"

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace batchscope {

/// A program that was read and checked once, so that graphs of its instances are recorded from it as often as wanted.
class ParsedProgram {
public:
    /// `file` names it in messages. Parse errors with line and column, when it is not JSON or not a program:
    /// `/calls/3/args/1: found …; expected …`.
    [[nodiscard]] static Result<ParsedProgram> parse(std::string_view json, const std::string& file, DType dtype);

    [[nodiscard]] const OpSet& ops() const { return m_calls.ops; }
    /// At least 1.
    [[nodiscard]] std::size_t instances() const { return m_calls.trees; }
    /// The first call that takes a value of another instance, as a sentence: such instances only run together. Empty
    /// when each instance can run by itself.
    [[nodiscard]] const std::string& sharing() const { return m_sharing; }

    /// The calls and requested values of these instances, in the order of the file. Config errors: only some instances
    /// of a program that share values, or none with a requested value.
    [[nodiscard]] Result<OpGraph> graph(std::span<const TreeId> instances, const FoldOptions& options) const;
    /// The same in memory that is kept from graph to graph.
    [[nodiscard]] Result<OpGraph> graph(std::span<const TreeId> instances, const FoldOptions& options,
                                        FoldMemory& memory) const;

private:
    ParsedProgram(OpGraph calls, std::string sharing) : m_calls(std::move(calls)), m_sharing(std::move(sharing)) {}
    [[nodiscard]] Status checkSelection(const std::vector<bool>& chosen, std::size_t count) const;

    OpGraph m_calls; // every call as written in the file, nothing merged
    std::string m_sharing;
};

/// The graph of a whole program. Errors as ParsedProgram::parse.
[[nodiscard]] Result<OpGraph> graphOfProgram(std::string_view json, const std::string& file, const FoldOptions& options,
                                             DType dtype);

} // namespace batchscope
